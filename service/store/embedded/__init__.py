"""The embedded store: a real Valkey server, started with the service when no other is named.

It listens on a unix socket in a private directory and appends every write to a file in the data directory, so that
games survive a restart and a `kill -9` of anything. One data directory belongs to one instance at a time.
"""

from service.store.embedded.errors import EmbeddedStoreError
from service.store.embedded.server import EmbeddedStore, end_process

__all__ = ["EmbeddedStore", "EmbeddedStoreError", "end_process"]
