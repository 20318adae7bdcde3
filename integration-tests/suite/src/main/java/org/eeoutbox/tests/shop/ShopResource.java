package org.eeoutbox.tests.shop;

import jakarta.inject.Inject;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Application;
import java.math.BigDecimal;
import java.util.List;

/** The shop over HTTP, for tests that run outside the server. */
@Path("orders")
public class ShopResource {

    @ApplicationPath("api")
    public static class Api extends Application {}

    @Inject
    Shop shop;

    @POST
    @Path("{id}/{note}")
    public void place(@PathParam("id") String id, @PathParam("note") String note) {
        shop.fireAll(List.of(new OrderPlaced(id, BigDecimal.ONE, note)));
    }
}
