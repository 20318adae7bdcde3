package org.eeoutbox.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Pages of an application under test, for the client JVM. */
public final class Page {

    private Page() {}

    /**
     * Reads a page, whatever its status.
     *
     * @param application the address of the application, with a slash at its end
     * @param path the rest
     * @return the body
     */
    public static String read(URL application, String path) {
        URI address = URI.create(application + path);
        try {
            // Not HTTP/2, to which the client would upgrade: Open Liberty's side of it hangs now and then.
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .build()
                    .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException("No answer from " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking " + address, e);
        }
    }
}
