package org.eeoutbox.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProxyTest {

    private static final int TIME_OUT_MILLIS = 300;

    private ServerSocket echo;
    private Proxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "echo");
        thread.setDaemon(true);
        thread.start();
        proxy = new Proxy(echo.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    @Test
    void passesWhatComes() throws IOException {
        try (Socket client = connect()) {
            assertThat(ask(client, 7)).isEqualTo(7);
            assertThat(ask(client, 8)).isEqualTo(8);
        }
    }

    @Test
    void cutsConnectionsAndRefusesNewOnesUntilItPassesAgain() throws IOException {
        try (Socket client = connect()) {
            assertThat(ask(client, 7)).isEqualTo(7);
            proxy.cut();
            assertEnded(client);
        }
        try (Socket refused = connect()) {
            assertEnded(refused);
        }
        proxy.pass();
        try (Socket again = connect()) {
            assertThat(ask(again, 9)).isEqualTo(9);
        }
    }

    @Test
    void delaysInBothDirections() throws IOException {
        try (Socket client = connect()) {
            client.setSoTimeout(10_000);
            assertThat(ask(client, 7)).isEqualTo(7);
            proxy.delay(Duration.ofMillis(100));
            long begun = System.nanoTime();
            assertThat(ask(client, 8)).isEqualTo(8);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void aSilentConnectionNeverWorksAgain() throws IOException {
        try (Socket before = connect()) {
            assertThat(ask(before, 7)).isEqualTo(7);
            proxy.silence();
            assertSilent(before);
            try (Socket during = connect()) {
                assertSilent(during);
                proxy.pass();
                assertSilent(during);
            }
            assertSilent(before);
        }
        try (Socket after = connect()) {
            assertThat(ask(after, 9)).isEqualTo(9);
        }
    }

    @Test
    void endsTheConnectionWhenTheServerDoes() throws IOException {
        try (Socket client = connect()) {
            assertThat(ask(client, -1)).isEqualTo(-1);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static int ask(Socket socket, int question) throws IOException {
        socket.getOutputStream().write(question);
        return socket.getInputStream().read();
    }

    private static void assertEnded(Socket socket) {
        assertThatThrownBy(() -> {
                    if (ask(socket, 1) < 0) {
                        throw new SocketException("its end");
                    }
                })
                .isInstanceOf(SocketException.class);
    }

    private static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(TIME_OUT_MILLIS);
        assertThatThrownBy(() -> ask(socket, 1)).isInstanceOf(SocketTimeoutException.class);
    }

    /** Gives every byte back, and ends the connection at a byte of 255. */
    private void serve() {
        while (!echo.isClosed()) {
            try {
                Socket client = echo.accept();
                Thread thread = new Thread(() -> answer(client), "echo-answer");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void answer(Socket client) {
        try (client) {
            for (int asked = client.getInputStream().read();
                    asked >= 0 && asked != 255;
                    asked = client.getInputStream().read()) {
                client.getOutputStream().write(asked);
            }
        } catch (IOException e) {
            // The test has ended it.
        }
    }
}
