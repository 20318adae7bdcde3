package org.eeoutbox.examples.orders;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.UUID;

/** Orders over HTTP. */
@RequestScoped
@Path("orders")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class OrdersResource {

    @Inject
    OrderService orders;

    @POST
    public Response place(@Valid @NotNull NewOrder wanted, @Context UriInfo uri) {
        Order order = orders.place(wanted.customer, wanted.total);
        return Response.created(uri.getAbsolutePathBuilder()
                        .path(order.getId().toString())
                        .build())
                .entity(order)
                .build();
    }

    @GET
    @Path("{id}")
    public Order show(@PathParam("id") UUID id) {
        return orders.find(id).orElseThrow(NotFoundException::new);
    }

    @DELETE
    @Path("{id}")
    public Order cancel(@PathParam("id") UUID id) {
        return orders.cancel(id).orElseThrow(NotFoundException::new);
    }
}
