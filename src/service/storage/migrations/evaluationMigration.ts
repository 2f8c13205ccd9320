/** Adds what compares the models of test runs. Released entries of the history never change. */
export const evaluationMigration = `
  ALTER TABLE test_runs ADD COLUMN evaluation_json TEXT;
  ALTER TABLE test_cases ADD COLUMN measures_json TEXT;
`;
