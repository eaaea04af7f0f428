"""The hub: this process's sockets by table, what each was last sent, and the news from other processes.

All of its state belongs to one event loop; services in other threads reach it through `notify`.
"""

from .hub import Hub, current
from .sockets import Socket
from .viewers import COME_BACK, NOT_ALLOWED, NOT_HERE, SIGNED_OUT, LobbyViewer, Viewer

__all__ = ["COME_BACK", "NOT_ALLOWED", "NOT_HERE", "SIGNED_OUT", "Hub", "LobbyViewer", "Socket", "Viewer", "current"]
