"""The hub: this process's sockets by table, what each was last sent, and the news from other processes.

All of its state belongs to one event loop; services in other threads reach it through `notify`.
"""

from .hub import Hub, current
from .viewers import NOT_ALLOWED, NOT_HERE, SIGNED_OUT, LobbyViewer, Viewer

__all__ = ["NOT_ALLOWED", "NOT_HERE", "SIGNED_OUT", "Hub", "LobbyViewer", "Viewer", "current"]
