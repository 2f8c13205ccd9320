/** Adds where servers run, and what they may use. Released entries of the history never change. */
export const runnerMigration = `
  ALTER TABLE projects ADD COLUMN runs_on TEXT NOT NULL DEFAULT 'process';
  -- NULL: as the project says.
  ALTER TABLE servers ADD COLUMN runs_on TEXT;
  ALTER TABLE servers ADD COLUMN limits_json TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE servers ADD COLUMN replicas INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE deployments ADD COLUMN runs_on TEXT NOT NULL DEFAULT 'process';
  -- The container image that runs, with its digest.
  ALTER TABLE deployments ADD COLUMN image TEXT;
  `;
