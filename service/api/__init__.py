"""The HTTP room: the only place that knows paths, headers and status codes (``api > games > engine``)."""
