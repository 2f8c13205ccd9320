/** Name prefixes of the secrets of a key and of a connection. Both names end in the connection's id. */
export const keySecretPrefix = "fairlead.connection.";
export const profileSecretPrefix = "fairlead.profile.";
