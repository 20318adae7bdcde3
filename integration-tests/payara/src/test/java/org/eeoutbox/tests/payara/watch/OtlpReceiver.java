package org.eeoutbox.tests.payara.watch;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** Takes spans as a collector does, by OTLP over HTTP. Safe for use by several threads. */
final class OtlpReceiver {

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    OtlpReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot receive spans", e);
        }
        server.createContext("/v1/traces", exchange -> {
            String encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
            try (InputStream body = "gzip".equals(encoding)
                    ? new GZIPInputStream(exchange.getRequestBody())
                    : exchange.getRequestBody()) {
                ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
                        .flatMap(resource -> resource.getScopeSpansList().stream())
                        .forEach(scope -> spans.addAll(scope.getSpansList()));
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    List<Span> spansOf(String traceId) {
        return spans.stream()
                .filter(span -> hex(span.getTraceId()).equals(traceId))
                .toList();
    }

    List<Span> spans() {
        return List.copyOf(spans);
    }

    static String hex(com.google.protobuf.ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    void stop() {
        server.stop(0);
    }
}
