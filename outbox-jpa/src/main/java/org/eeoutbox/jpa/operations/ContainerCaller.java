package org.eeoutbox.jpa.operations;

import jakarta.enterprise.inject.Instance;
import jakarta.security.enterprise.SecurityContext;
import java.security.Principal;
import java.util.Optional;
import org.eeoutbox.operations.OutboxOperations;

/** Whom the container knows as the caller. Not a bean: a server may lack Jakarta Security as long as nobody operates. */
final class ContainerCaller {

    private ContainerCaller() {}

    /** The caller's name, if it is an operator. */
    static Optional<String> operator(Instance<Object> beans) {
        SecurityContext context = beans.select(SecurityContext.class).get();
        Principal caller = context.getCallerPrincipal();
        return caller != null && context.isCallerInRole(OutboxOperations.ROLE)
                ? Optional.of(caller.getName())
                : Optional.empty();
    }
}
