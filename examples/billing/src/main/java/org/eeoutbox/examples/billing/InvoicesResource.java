package org.eeoutbox.examples.billing;

import jakarta.enterprise.context.RequestScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** Invoices over HTTP. */
@RequestScoped
@Path("customers/{customer}/invoices")
@Produces(MediaType.APPLICATION_JSON)
public class InvoicesResource {

    @PersistenceContext
    EntityManager em;

    @GET
    public List<Invoice> of(@PathParam("customer") String customer) {
        return em.createQuery("SELECT i FROM Invoice i WHERE i.customer = :customer", Invoice.class)
                .setParameter("customer", customer)
                .getResultList();
    }
}
