#!/bin/sh
# Prints the Python to use: the one that is named, else python3, else the newest of 3.14 to 3.11 on the PATH.
#
#   sh tools/python.sh [PYTHON]

named=$1
recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
version() { "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null; }
say() { echo "$@" >&2; }

[ -n "$named" ] || set -- python3 python3.14 python3.13 python3.12 python3.11 python
for python in "$@"; do
	if recent "$python"; then
		echo "$python"
		exit 0
	fi
done

found=$(version "$1")
if [ -n "$found" ]; then
	say "Astragal needs Python 3.11 or later, and $1 is $found."
else
	say "Astragal needs Python 3.11 or later, and there is no $1 here that runs."
fi
[ -n "$named" ] || say "Nor is there a python3.14, python3.13, python3.12 or python3.11 on the PATH."
say "Install one from your system's packages or from python.org; or name one: make play PYTHON=/path/to/python3.12"
exit 1
