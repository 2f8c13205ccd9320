/** What secrets are called: the key of a connection, and the connection itself. Both end in its id. */
export const keyPrefix = "fairlead.connection.";
export const profilePrefix = "fairlead.profile.";
