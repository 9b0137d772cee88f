#!/bin/sh
# Copies the store of a running or stopped service, and keeps the newest copies.
#
#   backup.sh FOLDER [COPIES]     for cron: keeps 14 copies unless told otherwise
#
# DECIDABLE_DATA names the data folder, DECIDABLE the command if it is not on the path. Put FOLDER on another disk.
set -eu

folder=${1:?the folder of the copies}
copies=${2:-14}
case $copies in '' | *[!0-9]* | 0) echo "backup.sh: COPIES must be a number from 1 on, not \"$copies\"." >&2; exit 2 ;; esac

# The command refuses a destination that exists, so a second start within a second fails and harms nothing.
name=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$folder"
# A copy gets its name when it is whole and checked: whatever has a name can be restored.
trap 'rm -rf "$folder/.unfinished-$name"' EXIT
${DECIDABLE:-decidable} backup "$folder/.unfinished-$name"
mv "$folder/.unfinished-$name" "$folder/$name"

ls -1 "$folder" | grep -E '^[0-9]{8}T[0-9]{6}Z$' | sort -r | tail -n "+$((copies + 1))" |
  while read -r old; do rm -rf "${folder:?}/$old"; done
