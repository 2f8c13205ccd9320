/** Adds the access that users gave to agents. Released entries of the history never change. */
export const grantMigration = `
  -- A grant ends with its server and its user, not with a key. renewals counts the refresh tokens that were replaced.
  CREATE TABLE grants (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, server_id TEXT NOT NULL REFERENCES servers(id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE, client TEXT NOT NULL, client_id TEXT, client_uri TEXT,
    renewals INTEGER NOT NULL DEFAULT 0, last_used_at TEXT, expires_at TEXT, revoked_at TEXT, created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX grants_by_server ON grants(server_id, id);
  CREATE INDEX grants_by_user ON grants(user_id, id);
`;
