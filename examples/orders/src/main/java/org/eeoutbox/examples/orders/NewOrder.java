package org.eeoutbox.examples.orders;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;

/** The body of a request for a new order. */
public class NewOrder {

    @NotBlank
    @Size(max = 64)
    public String customer;

    @NotNull
    @Positive
    public BigDecimal total;
}
