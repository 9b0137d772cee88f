#!/bin/sh
# Copies the PostgreSQL of a cluster while its nodes run: one state of it, checked, beside its SHA-256. Keeps the newest
# copies.
#
#   backup-cluster.sh FOLDER [COPIES]     for cron: keeps 14 copies unless told otherwise
#
# DATABASE_URL names the database; put the password into ~/.pgpass, as others see the command line. pg_dump must not be older
# than the server. Put FOLDER on another machine. What was written since the last copy is lost with the server: for less,
# archive the write-ahead log (pg_basebackup and archive_command, or the provider's recovery to a point in time).
#
# Not in the copy: what the service signs with, so that who reads a copy can sign nobody in, and so that nothing in Valkey
# from before is taken for news of a restored database; marks of running nodes. Nodes make all of it anew. Valkey itself
# needs no copy: sessions are read from their logs again.
set -eu

folder=${1:?the folder of the copies}
copies=${2:-14}
: "${DATABASE_URL:?the database, such as postgresql://decidable@db.example/decidable}"
case $copies in '' | *[!0-9]* | 0) echo "backup-cluster.sh: COPIES must be a number from 1 on, not \"$copies\"." >&2; exit 2 ;; esac

name=$(date -u +%Y%m%dT%H%M%SZ).dump
umask 077
mkdir -p "$folder"
cd "$folder"
[ ! -e "$name" ] || { echo "backup-cluster.sh: $folder/$name exists already." >&2; exit 2; }
trap 'rm -rf ".unfinished-$name"' EXIT
mkdir ".unfinished-$name"
pg_dump --format=custom --no-owner --no-privileges \
  --exclude-table-data=service_secrets --exclude-table-data=pulses --exclude-table-data=last_groups \
  --exclude-table-data=channel_use --file=".unfinished-$name/$name" --dbname="$DATABASE_URL"
# Reads all of it. A copy gets its name when it is whole: whatever has a name can be restored.
pg_restore --file=/dev/null ".unfinished-$name/$name"
(cd ".unfinished-$name" && sha256sum "$name" > "$name.sha256")
mv ".unfinished-$name/$name.sha256" .
mv ".unfinished-$name/$name" .

ls -1 | grep -E '^[0-9]{8}T[0-9]{6}Z\.dump$' | sort -r | tail -n "+$((copies + 1))" |
  while read -r old; do rm -f "$old" "$old.sha256"; done
