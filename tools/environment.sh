#!/bin/sh
# Virtual environments that work, whatever happened to them before.
#
#   sh tools/environment.sh ensure FOLDER [PYTHON]   make one, unless there is one that works
#   sh tools/environment.sh install FOLDER WHAT…     install into it with pip
#
# One is made anew if its Python is gone, too old or not the one that is named, or if its making, or an
# install into it, was interrupted: pip takes a package for installed of which half the files are there.

here=$(dirname "$0")
action=$1 folder=$2
own=$folder/bin/python
mark=$folder/unfinished

version() { "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null; }
has_pip() { "$own" -c 'import importlib.util as i, sys; sys.exit(not i.find_spec("pip"))'; }

# Why the environment cannot be used; nothing if it can.
flaw() {
	if [ -e "$mark" ]; then
		echo "its making was interrupted"
	elif ! sh "$here/python.sh" "$own" >/dev/null 2>&1; then
		echo "its Python is gone or older than 3.11"
	elif [ -n "$1" ] && [ "$(version "$1")" != "$(version "$own")" ]; then
		echo "it was made by Python $(version "$own")"
	elif ! has_pip && ! "$own" -m ensurepip >/dev/null 2>&1; then
		echo "it has no pip"
	fi
}

ensure() {
	flaw=
	if [ -e "$folder" ]; then
		flaw=$(flaw "$1")
		[ -n "$flaw" ] || exit 0
	fi
	python=$(sh "$here/python.sh" "$1") || exit 1
	if [ -n "$flaw" ]; then
		echo "$folder is made anew: $flaw"
		rm -rf "$folder"
	fi
	echo "making a virtual environment in $folder with $python ($(version "$python")) …"
	mkdir -p "$folder" && : >"$mark" && "$python" -m venv "$folder" && rm "$mark"
}

install() {
	: >"$mark"
	"$own" -m pip install --quiet --disable-pip-version-check "$@"
	status=$?
	# What pip itself gave up on, it cleaned up.
	rm -f "$mark"
	exit $status
}

# Without this, some shells would go on after ctrl-C, to where the mark is removed.
trap 'exit 130' INT TERM HUP
shift 2
"$action" "$@"
