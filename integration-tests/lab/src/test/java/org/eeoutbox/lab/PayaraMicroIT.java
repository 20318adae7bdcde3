package org.eeoutbox.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayaraMicroIT {

    private static final String PAGE = """
            <%@ page import="java.sql.*, javax.naming.*, javax.sql.*" %><%
            try (Connection connection = ((DataSource) new InitialContext().lookup("jdbc/lab")).getConnection();
                 ResultSet row = connection.createStatement().executeQuery("select 41 + 1")) {
                row.next();
                out.print(row.getInt(1) + System.getProperty("lab.unit"));
            } %>""";

    @Test
    void servesAnApplicationWithADataSourceAgainAfterAKill(@TempDir Path directory)
            throws IOException, InterruptedException {
        List<String> progress = new ArrayList<>();
        try (Postgres postgres = Postgres.start();
                PayaraMicro server = PayaraMicro.builder()
                        .deploy(war(directory), "/")
                        .library(Classpath.jar("org.postgresql.Driver"))
                        .jdbcResource(JdbcResource.of("jdbc/lab", postgres))
                        .systemProperty("lab.unit", " beers")
                        .start()) {
            server.awaitReady(server.uri(), Duration.ofSeconds(60), progress::add);
            assertThat(progress).anyMatch(line -> line.contains("Payara Micro"));
            assertThat(get(server)).isEqualTo("42 beers");

            server.kill();
            assertThat(server.isAlive()).isFalse();
            server.start();
            server.awaitReady(server.uri(), Duration.ofSeconds(60));
            assertThat(get(server)).isEqualTo("42 beers");
        }
    }

    private static Path war(Path directory) throws IOException {
        Path war = directory.resolve("page.war");
        try (OutputStream out = Files.newOutputStream(war);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("index.jsp"));
            zip.write(PAGE.getBytes(StandardCharsets.UTF_8));
        }
        return war;
    }

    private static String get(PayaraMicro server) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.uri()).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
