/** Adds the counts of tool calls. Released entries of the history never change. */
export const toolCallsMigration = `
  -- Callers choose the names; "" has the calls whose tool is not known.
  CREATE TABLE tool_calls (
    server_id TEXT NOT NULL REFERENCES servers(id) ON DELETE CASCADE, tool TEXT NOT NULL, calls INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE deployments ADD COLUMN tool_calls INTEGER NOT NULL DEFAULT 0;
  -- Since when calls are counted; NULL: since the server was created.
  ALTER TABLE servers ADD COLUMN tool_calls_since TEXT;
  UPDATE servers SET tool_calls_since = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
`;
