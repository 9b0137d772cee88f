#!/bin/sh
# Puts a copy of backup-cluster.sh into an empty database: the newest, or the one that is named. All of it or nothing.
#
#   restore-cluster.sh FOLDER [COPY]      such as restore-cluster.sh /backups 20260131T120000Z.dump
#
# DATABASE_URL names the empty database (createdb decidable_restored). Start nodes on it, never while others still run on the
# database that it replaces: to go back, stop all nodes, restore into a new database, and give all of them its address.
#
# What was done since the copy is undone. Do again what must not be: keys that were revoked, sessions and organizations that
# were erased, members who were removed.
set -eu

folder=${1:?the folder of the copies}
: "${DATABASE_URL:?the empty database, such as postgresql://decidable@db.example/decidable_restored}"
copy=${2:-$(ls -1 "$folder" | grep -E '^[0-9]{8}T[0-9]{6}Z\.dump$' | sort | tail -n 1)}
if [ -z "$copy" ] || [ ! -f "$folder/$copy" ]; then
  echo "restore-cluster.sh: there is no copy \"$copy\" in $folder; backup-cluster.sh makes them." >&2
  exit 2
fi
(cd "$folder" && sha256sum --check --quiet "$copy.sha256") || {
  echo "restore-cluster.sh: $folder/$copy is not as it was made. Take another copy." >&2
  exit 2
}
tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$DATABASE_URL" \
  --command="SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
if [ "$tables" != 0 ]; then
  echo "restore-cluster.sh: the database has $tables tables. Nothing is written over; give an empty one." >&2
  exit 2
fi
pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$DATABASE_URL" "$folder/$copy"
# The planner knows nothing of the tables until then. Those of the server are not this role's.
psql --no-psqlrc --quiet --dbname="$DATABASE_URL" <<'SQL'
SELECT format('ANALYZE %I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'public' \gexec
SQL
