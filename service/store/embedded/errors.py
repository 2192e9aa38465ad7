"""What goes wrong with the embedded store."""


class EmbeddedStoreError(Exception):
    """The embedded server cannot be started; the message is a sentence for the operator."""
