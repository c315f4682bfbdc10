"""One request to a web application in this process."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from fastapi import FastAPI


def ask(app: FastAPI, method: str, path: str, **given: Any) -> httpx.Response:
    async def asked() -> httpx.Response:
        carrier = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=carrier, base_url="http://localhost") as client:
            return await client.request(method, path, **given)

    return asyncio.run(asked())
