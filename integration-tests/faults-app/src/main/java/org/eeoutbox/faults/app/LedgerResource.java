package org.eeoutbox.faults.app;

import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The ledger over HTTP: 204 after a commit, 409 after the rollback that was asked for, 500 if it is not known. */
@Path("postings")
public class LedgerResource {

    /** Where it is. */
    @ApplicationPath("api")
    public static class Api extends Application {}

    private static final AtomicInteger RUNNING = new AtomicInteger();

    @Inject
    Ledger ledger;

    /** Runs one transaction. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response post(Posting posting) {
        RUNNING.incrementAndGet();
        try {
            ledger.post(posting);
        } catch (RolledBackException e) {
            return Response.status(Response.Status.CONFLICT).build();
        } catch (RuntimeException e) {
            return "mark".equals(posting.ending)
                    ? Response.status(Response.Status.CONFLICT).build()
                    : Response.serverError().entity(e.toString()).build();
        } finally {
            RUNNING.decrementAndGet();
        }
        return Response.noContent().build();
    }

    /** Tells that the application is there, and whether it is done. */
    @GET
    public String running() {
        return RUNNING.get() + " running";
    }

    /** Collects the garbage and tells how many bytes of the heap are left in use. */
    @GET
    @Path("heap")
    public String heap() {
        System.gc();
        return Long.toString(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
}
