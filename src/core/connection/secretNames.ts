/** What secrets are called: the key of a connection, and the connection itself. Both end in its id. */
export const keySecretPrefix = "fairlead.connection.";
export const profileSecretPrefix = "fairlead.profile.";
