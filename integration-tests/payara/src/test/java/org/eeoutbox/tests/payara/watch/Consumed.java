package org.eeoutbox.tests.payara.watch;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eeoutbox.EventId;
import org.eeoutbox.Idempotent;

/** A consumer whose events come by HTTP. */
@RequestScoped
@Path("consumed")
public class Consumed {

    @POST
    @Path("{id}")
    @Idempotent("hearing")
    public void take(@PathParam("id") @EventId String id) {
        // The key alone is of interest.
    }
}
