#!/bin/sh
# Splits each PDF of a folder into single pages: split.sh FOLDER OUTPUT. What cannot be used is named, and the rest goes on.
failed=0
for file in "$1"/*.pdf; do
  npx --no-install quire-engine split "$file" --every 1 -o "$2/$(basename "$file" .pdf)" || failed=1
done
exit $failed
