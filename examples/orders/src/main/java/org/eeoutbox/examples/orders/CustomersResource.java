package org.eeoutbox.examples.orders;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** What the consumer has learnt from the topic. */
@RequestScoped
@Path("customers")
@Produces(MediaType.APPLICATION_JSON)
public class CustomersResource {

    @Inject
    OpenOrders openOrders;

    @GET
    @Path("{customer}")
    public JsonObject show(@PathParam("customer") String customer) {
        JsonArrayBuilder open = Json.createArrayBuilder();
        openOrders.of(customer).forEach(id -> open.add(id.toString()));
        return Json.createObjectBuilder()
                .add("customer", customer)
                .add("openOrders", open)
                .build();
    }
}
