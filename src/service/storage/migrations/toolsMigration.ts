/** Adds the tools that servers listed. Released entries of the history never change. */
export const toolsMigration = `
  -- By version and not by digest: what a server lists may depend on its environment, which is that of one organization.
  CREATE TABLE version_tools (
    version_id INTEGER PRIMARY KEY REFERENCES versions(id) ON DELETE CASCADE, tools_json TEXT NOT NULL, listed_at TEXT NOT NULL
  ) STRICT;
`;
