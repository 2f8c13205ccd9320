/** Adds when servers end for want of requests. Released entries of the history never change. */
export const idleMigration = `
  -- NULL: they run on.
  ALTER TABLE servers ADD COLUMN stop_when_idle_minutes INTEGER;
  -- Since when a live deployment has no process; NULL: it has one, or is not live.
  ALTER TABLE deployments ADD COLUMN idle_since TEXT;
  `;
