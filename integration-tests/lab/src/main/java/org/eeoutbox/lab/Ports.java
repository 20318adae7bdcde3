package org.eeoutbox.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** TCP ports of the loopback interface. */
final class Ports {

    private Ports() {}

    /** A port that is free now; {@code wanted} itself unless it is 0. */
    static int choose(int wanted) {
        if (wanted != 0) {
            return wanted;
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("No free port", e);
        }
    }
}
