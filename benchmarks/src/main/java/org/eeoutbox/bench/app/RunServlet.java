package org.eeoutbox.bench.app;

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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs transactions of one kind for a while, and answers how many committed and how many nanoseconds it took. */
@WebServlet("/run")
public class RunServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

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
