import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Ledger } from "./ledger.ts";

/** Queries that must always return nothing. */
const torn: Readonly<Record<string, string>> = {
  "skill without both files": `SELECT s.id FROM skills s JOIN versions v ON v.artifact_id = s.artifact_id
    WHERE (SELECT count(*) FROM version_files f JOIN blobs b ON b.digest = f.digest WHERE f.version_id = v.id) <> 2`,
  "skill that is twice there": "SELECT name AS id FROM skills GROUP BY name HAVING count(*) > 1",
  "project that is twice there": "SELECT name AS id FROM projects GROUP BY name HAVING count(*) > 1",
  "effect without its answer": `SELECT name AS id FROM projects WHERE name LIKE 'project-%'
    AND name NOT IN (SELECT idempotency_key FROM idempotency)`,
  "answer without its effect": `SELECT idempotency_key AS id FROM idempotency WHERE idempotency_key LIKE 'project-%'
    AND idempotency_key NOT IN (SELECT name FROM projects)`,
  "artifact without a version": "SELECT id FROM artifacts WHERE id NOT IN (SELECT artifact_id FROM versions)",
  "deployment that is not what its last event says": `SELECT id FROM deployments d WHERE status IS NOT
    (SELECT data_json ->> 'status' FROM events WHERE deployment_id = d.id AND kind = 'state' ORDER BY sequence DESC LIMIT 1)
    AND (status NOT IN ('failed', 'stopped', 'superseded') OR id IN (SELECT deployment_id FROM events))`,
  "deployment with a gap in its events": `SELECT deployment_id AS id FROM events GROUP BY deployment_id
    HAVING count(*) <> max(sequence)`,
  "test run without a case": "SELECT id FROM test_runs WHERE id NOT IN (SELECT run_id FROM test_cases)",
  "server with two deployments live": `SELECT server_id AS id FROM deployments WHERE status IN ('running', 'degraded')
    GROUP BY server_id HAVING count(*) > 1`,
  "server whose live deployment is over": `SELECT s.id FROM servers s JOIN deployments d ON d.id = s.live_deployment_id
    WHERE d.status IN ('failed', 'superseded')`,
};

/** Reads the files of the killed service without changing them, and returns the problems. */
export function checkSavedData(dataDir: string, ledger: Ledger): string[] {
  const sqlite = new DatabaseSync(join(dataDir, "fairlead.db"), { readOnly: true, timeout: 5000 });
  const ids = (sql: string) =>
    sqlite
      .prepare(sql)
      .all()
      .map(({ id }) => String(id));
  try {
    const integrity = sqlite
      .prepare("PRAGMA integrity_check")
      .all()
      .map((row) => String(row.integrity_check));
    const found = integrity[0] === "ok" ? [] : integrity.map((line) => `integrity_check: ${line}`);
    for (const row of sqlite.prepare("PRAGMA foreign_key_check").all())
      found.push(`foreign key: ${JSON.stringify(row)}`);
    for (const [what, sql] of Object.entries(torn)) for (const id of ids(sql)) found.push(`${what}: ${id}`);
    return [...found, ...lost(sqlite, ledger)];
  } finally {
    sqlite.close();
  }
}

function lost(sqlite: DatabaseSync, ledger: Ledger): string[] {
  const there = new Map<string, string>();
  const numbers = new Map<string, number>();
  for (const { id, name, description } of sqlite.prepare("SELECT id, name, description FROM projects").all()) {
    there.set(String(id), String(name));
    numbers.set(String(id), Number(description));
  }
  for (const { id, name } of sqlite.prepare("SELECT id, name FROM skills").all()) there.set(String(id), String(name));
  const found: string[] = [];
  for (const [name, { id }] of ledger.made)
    if (there.get(id) !== name) found.push(`acknowledged and lost: ${name} (${id})`);
  for (const [id, { acknowledged, sent }] of ledger.numbers) {
    const number = numbers.get(id) ?? -1;
    if (number < acknowledged || number > sent)
      found.push(`acknowledged and lost: ${id} says ${number}, not ${acknowledged} to ${sent}`);
  }
  return found;
}
