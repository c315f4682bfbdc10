"""The part of Python's library that the engine in the browser may need.

What is left out talks to other machines, to terminals or to people who write programs. Whatever the
core imports is checked against this by a test.
"""

from __future__ import annotations

from collections.abc import Mapping

_NAMES = """
__hello__ __phello__ _pyrepl antigravity bdb cProfile calendar cmd code colorsys compileall
configparser doctest email filecmp fileinput ftplib getopt getpass gettext imaplib
ipaddress mailbox mimetypes modulefinder multiprocessing netrc nturl2path optparse pdb
pickletools plistlib poplib profile pstats pty py_compile pyclbr pydoc quopri rlcompleter runpy
sched shelve smtplib socketserver sqlite3 sre_compile sre_constants sre_parse statistics
stringprep symtable tabnanny this timeit trace tracemalloc turtle unittest uuid
wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
"""
LEFT_OUT = frozenset(_NAMES.split())

_CODECS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8"}
_PARTS = {"encodings": _CODECS, "http": {"__init__"}}
"""Packages of which only some modules are kept. Everything is UTF-8, but the names in archives may
be in the oldest code page; the numbers of HTTP are used, not its clients and servers."""


def needed_stdlib(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The modules of Python's library that are kept, by their names in its archive."""
    return {name: each for name, each in files.items() if _is_needed(name)}


def _is_needed(name: str) -> bool:
    package, _, rest = name.partition("/")
    if package in _PARTS:
        return rest.removesuffix(".py") in _PARTS[package]
    return module_of(name) not in LEFT_OUT


def module_of(name: str) -> str:
    """The module, or the outermost package, that a file belongs to.

    >>> module_of("json/decoder.py"), module_of("typing.py")
    ('json', 'typing')
    """
    return name.partition("/")[0].removesuffix(".py")
