#!/bin/sh
# The command astragal for this user, from this checkout: with pipx, else with uv, else in a virtual environment
# of its own with a link in ~/.local/bin.
#
#   sh tools/install.sh install EXTRAS [PYTHON]
#   sh tools/install.sh uninstall

here=$(dirname "$0")
root=$(cd "$here/.." && pwd)
environment=${XDG_DATA_HOME:-$HOME/.local/share}/astragal/environment
folder=$HOME/.local/bin
link=$folder/astragal

there() { command -v "$1" >/dev/null 2>&1; }
ours() { [ -L "$link" ] && [ "$(readlink "$link")" = "$environment/bin/astragal" ]; }
with_pipx() { there pipx && pipx list --short 2>/dev/null | grep -q '^astragal '; }
with_uv() { there uv && uv tool list 2>/dev/null | grep -q '^astragal '; }

install() {
	what=$root[$1]
	python=$(sh "$here/python.sh" "$2") || exit 1
	if there pipx; then
		folder=$(pipx environment --value PIPX_BIN_DIR)
		echo "installing Astragal with pipx …"
		pipx install --quiet --force --python "$python" "$what" || exit 1
	elif there uv; then
		folder=$(uv tool dir --bin)
		echo "installing Astragal with uv …"
		uv tool install --quiet --force --reinstall-package astragal --python "$python" "$what" || exit 1
	else
		install_linked "$what" "$2"
	fi
	echo "installed: $folder/astragal ('make uninstall' removes it)"
	tell_path
}

install_linked() {
	if [ -e "$link" ] && ! ours; then
		echo "$link is there already, and not from here; nothing is installed" >&2
		exit 1
	fi
	echo "installing Astragal into $environment: neither pipx nor uv is here …"
	sh "$here/environment.sh" ensure "$environment" "$2" || exit 1
	sh "$here/environment.sh" install "$environment" "$1" || exit 1
	mkdir -p "$folder" && ln -sf "$environment/bin/astragal" "$link" || exit 1
}

tell_path() {
	case ":$PATH:" in
	*":$folder:"*) echo "$folder is on the PATH: 'astragal roll 4d6kh3' works in every folder" ;;
	*)
		echo "$folder is not on the PATH yet. Add this line to the startup file of your shell, and open a new terminal:"
		echo "  export PATH=\"$folder:\$PATH\""
		;;
	esac
}

uninstall() {
	removed=
	if with_pipx; then
		pipx uninstall --quiet astragal && removed="from pipx" && echo "removed from pipx"
	fi
	if with_uv; then
		uv tool uninstall --quiet astragal && removed="from uv" && echo "removed from uv"
	fi
	if [ -e "$environment" ] || ours; then
		ours && rm "$link"
		rm -rf "$environment"
		rmdir "$(dirname "$environment")" 2>/dev/null
		removed=linked
		echo "removed $environment and its link in $folder"
	fi
	[ -n "$removed" ] || echo "nothing to remove: 'make install' was not used, or has been undone"
}

action=$1
shift
"$action" "$@"
