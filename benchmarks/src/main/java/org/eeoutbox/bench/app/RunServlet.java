package org.eeoutbox.bench.app;

import com.github.f4b6a3.uuid.UuidCreator;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.eeoutbox.ReceivedEvent;

/** Runs transactions of one kind for a while, and answers how many committed and how many nanoseconds it took. */
@WebServlet("/run")
public class RunServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    /** Numbers grow within each aggregate; that some are missing is allowed. */
    private static final AtomicLong SEQUENCE = new AtomicLong();

    @Inject
    transient Writer writer;

    @Resource
    transient ManagedThreadFactory threads;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        int count = Integer.parseInt(request.getParameter("threads"));
        int events = Integer.parseInt(request.getParameter("events"));
        long nanos = Long.parseLong(request.getParameter("millis")) * 1_000_000;
        Runnable transaction =
                switch (request.getParameter("kind")) {
                    case "persist" -> () -> writer.persist(events);
                    case "unordered" -> () -> writer.unordered(events);
                    case "ordered" -> () -> writer.ordered(events);
                    case "aggregates" -> () -> writer.aggregates(events);
                    case "key-by-hand" -> () -> writer.keyByHand();
                    case "idempotent" ->
                        () -> writer.consume(ReceivedEvent.of(
                                UuidCreator.getTimeOrderedEpoch().toString()));
                    case "idempotent-ordered" -> () -> writer.consume(next());
                    default -> throw new ServletException("No such kind: " + request.getParameter("kind"));
                };
        long start = System.nanoTime();
        Callable<Long> loop = () -> {
            long done = 0;
            while (System.nanoTime() - start < nanos) {
                transaction.run();
                done++;
            }
            return done;
        };
        response.getWriter().print(run(loop, count) + " " + (System.nanoTime() - start));
    }

    /** The next event of an aggregate that this thread alone has. */
    private static ReceivedEvent next() {
        Map<String, String> attributes = Map.of(
                "id", UuidCreator.getTimeOrderedEpoch().toString(),
                "source", "/bench",
                "aggregatetype", "order",
                "subject", Long.toString(Thread.currentThread().getId()),
                "sequence", Long.toString(SEQUENCE.incrementAndGet()));
        return ReceivedEvent.ofCloudEvent(attributes::get).orElseThrow();
    }

    private long run(Callable<Long> loop, int count) throws ServletException {
        ExecutorService executor = Executors.newFixedThreadPool(count, threads);
        try {
            List<Future<Long>> results = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                results.add(executor.submit(loop));
            }
            long done = 0;
            for (Future<Long> result : results) {
                done += result.get();
            }
            return done;
        } catch (ExecutionException e) {
            throw new ServletException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServletException(e);
        } finally {
            executor.shutdown();
        }
    }
}
