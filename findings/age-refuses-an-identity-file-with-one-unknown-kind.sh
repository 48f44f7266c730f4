#!/usr/bin/env bash
# age 1.2.1 (Go module filippo.io/age), still what several distributions ship, beside age 1.3.2.
# age 1.3 made post-quantum identities. A file of identities that holds a classic one first and one of these behind it is
# refused as a whole by age 1.2: the classic identity in it opens nothing any more, although comments and blank lines are
# skipped and each identity works alone. Keep post-quantum identities in a file of their own.
# Needs Go 1.24 or newer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
install() { GOBIN="$folder/$1" GOFLAGS=-modcacherw go install "filippo.io/age/cmd/age@$1" "filippo.io/age/cmd/age-keygen@$1" 2>/dev/null; }
install v1.2.1
install v1.3.2

v1.2.1/age-keygen -o classic.txt 2>/dev/null
v1.3.2/age-keygen -pq -o quantum.txt 2>/dev/null
cat classic.txt quantum.txt >both.txt
echo kept | v1.2.1/age -r "$(v1.2.1/age-keygen -y classic.txt)" -o backup.age

decrypt() { "$1/age" -d -i "$2" backup.age 2>&1 | head -1 | sed -E 's/"[^"]*"/"FILE"/; s/AGE-SECRET-KEY-[A-Z0-9-]+/KEY/g'; }
seen="1.2.1, the classic identity: $(decrypt v1.2.1 classic.txt)
1.2.1, both in one file: $(decrypt v1.2.1 both.txt)
1.3.2, both in one file: $(decrypt v1.3.2 both.txt)"
echo "$seen"

# Seen with Go 1.26.8 on Linux.
expected='1.2.1, the classic identity: kept
1.2.1, both in one file: age: error: reading "FILE": failed to read "both.txt": error at line 6: unknown identity type
1.3.2, both in one file: kept'
if [ "$seen" != "$expected" ]; then
  echo "changed: expected"
  echo "$expected"
  exit 1
fi
