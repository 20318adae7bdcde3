package org.eeoutbox.jpa.operations;

import jakarta.annotation.Resource;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.PermitAll;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.util.Optional;
import org.eeoutbox.operations.OutboxOperations;

/**
 * Asks the container who calls. An EJB, since every server answers one without a feature or a security set-up of its
 * own. Not for use by applications; public because the container asks for it.
 */
@Stateless
@PermitAll
@DeclareRoles(OutboxOperations.ROLE)
@TransactionManagement(TransactionManagementType.BEAN)
public class OperatorRole {

    @Resource
    private SessionContext context;

    /** For the container. */
    public OperatorRole() {}

    /**
     * The caller, if it is an operator.
     *
     * @return its name; empty if it lacks the role
     */
    public Optional<String> caller() {
        return context.isCallerInRole(OutboxOperations.ROLE)
                ? Optional.of(context.getCallerPrincipal().getName())
                : Optional.empty();
    }
}
