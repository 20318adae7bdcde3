package org.eeoutbox.relay.channel;

/** The connector has given a channel up: it takes nothing more. */
final class CancelledChannelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CancelledChannelException(String channel, Throwable cause) {
        super(
                "The connector has cancelled the channel '" + channel + "' and cannot be connected to it again ("
                        + cause + "); restart the application.",
                cause);
    }
}
