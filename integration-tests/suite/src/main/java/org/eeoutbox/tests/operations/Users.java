package org.eeoutbox.tests.operations;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;
import org.eeoutbox.operations.OutboxOperations;

/** Who may log in: an operator, and someone who is none. */
@ApplicationScoped
@BasicAuthenticationMechanismDefinition(realmName = "outbox")
public class Users implements IdentityStore {

    static final String OPERATOR = "olga";
    static final String OTHER = "rita";
    static final String PASSWORD = "secret";

    @Override
    public CredentialValidationResult validate(Credential credential) {
        if (credential instanceof UsernamePasswordCredential login && login.compareTo(OPERATOR, PASSWORD)) {
            return new CredentialValidationResult(OPERATOR, Set.of(OutboxOperations.ROLE));
        }
        if (credential instanceof UsernamePasswordCredential login && login.compareTo(OTHER, PASSWORD)) {
            return new CredentialValidationResult(OTHER, Set.of("guest"));
        }
        return CredentialValidationResult.INVALID_RESULT;
    }
}
