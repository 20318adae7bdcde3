package org.eeoutbox.tests.payara;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.eeoutbox.lab.Classpath;
import org.eeoutbox.lab.JdbcResource;
import org.eeoutbox.lab.PayaraMicro;
import org.eeoutbox.lab.PayaraMicroBuilder;
import org.eeoutbox.tests.Lab;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * A server that is given several applications at once, some of which it should refuse; Arquillian's adapter cannot
 * tell why a deployment failed. Used in the client JVM, without Arquillian. Not thread-safe.
 */
public final class Deployments implements AutoCloseable {

    private static final Duration BOOT = Duration.ofSeconds(180);

    private final PayaraMicro server;

    private Deployments(PayaraMicro server) {
        this.server = server;
    }

    /**
     * Boots the server and waits until it has tried all applications.
     *
     * @param applications the applications by their context root, without a slash; deployed in the map's order
     * @param resources what the applications look up
     * @return the running server
     */
    public static Deployments start(Map<String, WebArchive> applications, JdbcResource... resources) {
        Path directory = Lab.temporaryFiles();
        PayaraMicroBuilder builder = PayaraMicro.builder().library(Classpath.jar("org.postgresql.Driver"));
        for (JdbcResource resource : resources) {
            builder.jdbcResource(resource);
        }
        // Payara heeds one context root only, the first application's; the others are named after their files.
        WebArchive first = ShrinkWrap.create(WebArchive.class).addAsWebResource(new StringAsset("up"), "index.html");
        builder.deploy(export(first, directory, "first"), "/");
        applications.forEach((context, archive) -> builder.deploy(export(archive, directory, context), "/"));
        Deployments deployments = new Deployments(builder.start());
        try {
            await().atMost(BOOT).until(() -> deployments.log().contains(") ready in "));
            return deployments;
        } catch (RuntimeException e) {
            deployments.close();
            throw e;
        }
    }

    /**
     * Asks an application for its index.html.
     *
     * @param context the application's context root
     * @return the status of the answer: 404 for an application that the server refused
     */
    public int status(String context) {
        return ask(context + "/index.html").statusCode();
    }

    /**
     * Asks for a page, whatever its status.
     *
     * @param path the context root and what follows it
     * @return the body of the answer
     */
    public String get(String path) {
        return ask(path).body();
    }

    private HttpResponse<String> ask(String path) {
        URI address = server.uri().resolve(path);
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException("No answer from " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking " + address, e);
        }
    }

    /**
     * The server's log up to now.
     *
     * @return all of it
     */
    public String log() {
        try {
            return Files.readString(server.log());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + server.log(), e);
        }
    }

    @Override
    public void close() {
        server.close();
    }

    private static Path export(WebArchive archive, Path directory, String name) {
        Path war = directory.resolve(name + ".war");
        archive.as(ZipExporter.class).exportTo(war.toFile(), true);
        return war;
    }
}
