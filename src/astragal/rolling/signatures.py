"""Signatures: proof that data was written with a key and not changed since."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from astragal.errors import RecordError

Key: TypeAlias = str | bytes
"""A secret key; long random keys are best."""

_FIELD = "signature"


def signed(data: Mapping[str, Any], key: Key) -> dict[str, Any]:
    """JSON-ready data with its signature: HMAC with SHA-256 over the canonical JSON."""
    return {**data, _FIELD: _signature(data, key)}


def check_signature(data: Mapping[str, Any], key: Key | None) -> dict[str, Any]:
    """The data without its signature; a RecordError if the signature is wrong.

    Signed data is refused without a key, and unsigned data is refused with one.
    """
    from hmac import compare_digest

    plain = {name: each for name, each in data.items() if name != _FIELD}
    found = data.get(_FIELD)
    if key is None:
        if _FIELD in data:
            raise RecordError("signed", "this is signed: the key is needed to check it")
        return plain
    if not isinstance(found, str):
        raise RecordError("not-signed", "this is not signed, and only signed ones are accepted")
    if not compare_digest(found.encode("utf-8", "surrogatepass"), _signature(plain, key).encode()):
        raise RecordError("wrong-signature", "the signature does not fit: something was changed")
    return plain


def _signature(data: Mapping[str, Any], key: Key) -> str:
    import hashlib
    import hmac

    if not isinstance(key, str | bytes) or not key:
        raise RecordError("bad-key", "a key is a text or bytes, and not empty")  # never shown
    secret = key.encode("utf-8", "surrogatepass") if isinstance(key, str) else key
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hmac.new(secret, text.encode("ascii"), hashlib.sha256).hexdigest()
