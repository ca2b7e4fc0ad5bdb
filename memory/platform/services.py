"""The process's own instances of the outside world, made once and passed in everywhere."""

import logging

from memory.platform.counters import Counters
from memory.platform.local_server import EmbeddedServer
from memory.platform.models import ConfiguredModels
from memory.platform.settings import get_settings
from memory.platform.tools import ConfiguredTools

for _client in ("httpx", "httpx2", "httpcore", "openai"):
    # At INFO they log addresses, which may carry credentials.
    logging.getLogger(_client).setLevel(logging.WARNING)

settings = get_settings()
embedded = EmbeddedServer(settings)
models = ConfiguredModels(settings, embedded.url)
tools = ConfiguredTools(settings)
counters = Counters()
