#!/bin/sh
# Puts a copy of backup.sh back: the newest, or the one that is named. Stop the service first. The store that is there is
# moved aside, never removed.
#
#   restore.sh FOLDER [COPY]      such as restore.sh /backups 20260131T120000Z
#
# DECIDABLE_DATA names the data folder, DECIDABLE the command if it is not on the path.
set -eu

folder=${1:?the folder of the copies}
copy=${2:-$(ls -1 "$folder" | grep -E '^[0-9]{8}T[0-9]{6}Z$' | sort | tail -n 1)}
if [ -z "$copy" ] || [ ! -d "$folder/$copy" ]; then
  echo "restore.sh: there is no copy \"$copy\" in $folder; backup.sh makes them." >&2
  exit 2
fi
${DECIDABLE:-decidable} restore "$folder/$copy" --replace
