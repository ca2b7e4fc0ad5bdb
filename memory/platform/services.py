"""The process's own instances of the outside world, made once and passed in everywhere."""

from memory.platform.local_server import EmbeddedServer
from memory.platform.models import ConfiguredModels
from memory.platform.settings import get_settings

settings = get_settings()
embedded = EmbeddedServer(settings)
models = ConfiguredModels(settings, embedded.url)
