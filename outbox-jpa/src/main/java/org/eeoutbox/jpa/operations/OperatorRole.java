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
 * Asks the container who calls. An EJB, since of all that can ask this only an EJB asks nothing of applications without
 * an operations page. Not for use by applications; public because the container asks for it.
 */
@Stateless
@PermitAll
@DeclareRoles({OutboxOperations.ROLE, OperatorRole.NOBODY})
@TransactionManagement(TransactionManagementType.BEAN)
public class OperatorRole {

    /** A role that is given to no one. */
    static final String NOBODY = "outbox-nobody";

    @Resource
    private SessionContext context;

    /** For the container. */
    public OperatorRole() {}

    OperatorRole(SessionContext context) {
        this.context = context;
    }

    /**
     * Whether the container's answers mean anything: Open Liberty without a security feature says yes to every role.
     *
     * @return {@code false} if it checks no roles
     */
    public boolean isChecked() {
        return !context.isCallerInRole(NOBODY);
    }

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
