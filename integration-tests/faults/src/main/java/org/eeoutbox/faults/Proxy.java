package org.eeoutbox.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network between a client and a server on this machine, which can be cut, slow, or silent. Thread-safe. */
final class Proxy implements AutoCloseable {

    private enum Mode {
        PASSING,
        CUT,
        SILENT
    }

    private final ServerSocket entrance;
    private final int target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile Mode mode = Mode.PASSING;
    private volatile long delayMillis;

    /** Listens on a free port; connects to the target when somebody comes. */
    Proxy(int target) {
        this.target = target;
        try {
            entrance = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot listen", e);
        }
        start("proxy-" + target, this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /** Everything is as it should be; what was cut or silent stays so. */
    void pass() {
        delayMillis = 0;
        mode = Mode.PASSING;
    }

    /** Ends all connections, and new ones as they come. */
    void cut() {
        mode = Mode.CUT;
        links.forEach(Link::cut);
    }

    /** Each piece of data waits, in both directions. */
    void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    /** What comes vanishes, and nobody is told. These connections, old and new, never work again. */
    void silence() {
        mode = Mode.SILENT;
        links.forEach(link -> link.silent = true);
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException e) {
            // It ends with this process.
        }
        links.forEach(Link::cut);
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Link link = new Link(entrance.accept());
                links.add(link);
                start("link-" + target, link::open);
            } catch (IOException e) {
                // Closed, or the client has thought better of it.
            }
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** One connection of a client and the one to the server that belongs to it. */
    private final class Link {

        private final Socket client;
        private final Socket server = new Socket();
        private volatile boolean silent;

        Link(Socket client) {
            this.client = client;
        }

        void open() {
            if (mode == Mode.CUT) {
                cut();
                return;
            }
            silent = mode == Mode.SILENT;
            try {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
            } catch (IOException e) {
                cut();
                return;
            }
            start("link-back-" + target, () -> pump(server, client));
            pump(client, server);
        }

        private void pump(Socket from, Socket to) {
            byte[] piece = new byte[64 * 1024];
            try {
                for (int length = from.getInputStream().read(piece);
                        length >= 0;
                        length = from.getInputStream().read(piece)) {
                    if (delayMillis > 0) {
                        Thread.sleep(delayMillis);
                    }
                    if (!silent) {
                        to.getOutputStream().write(piece, 0, length);
                    }
                }
            } catch (IOException e) {
                // As good as its end.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            // A client does not hear of the end of a server that it cannot hear.
            if (!silent || from == client) {
                links.remove(this);
                close(client, false);
                close(server, false);
            }
        }

        /** Both sides get a reset. */
        void cut() {
            links.remove(this);
            close(client, true);
            close(server, true);
        }

        private static void close(Socket socket, boolean reset) {
            try {
                if (reset) {
                    socket.setSoLinger(true, 0);
                }
                socket.close();
            } catch (IOException e) {
                // Closed already.
            }
        }
    }
}
