import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type DeploymentFixture, startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";

let bench: DeploymentFixture;
beforeAll(async () => {
  bench = await startDeploymentFixture();
});
afterAll(() => bench.close());
beforeEach(() => settings({ keepDeployments: null }));

async function settings(body: object) {
  const response = await fetch(`${bench.context.baseUrl()}/api/v1/user-settings`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${bench.key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

const idRow = z.object({ id: z.string() });
const countRow = z.object({ count: z.number() });
const kept = (serverId: string) =>
  bench.context.db
    .all(idRow, "SELECT id FROM deployments WHERE server_id = ? ORDER BY id", serverId)
    .map(({ id }) => id);
const countOf = (table: "events" | "health_checks", id: string) =>
  bench.context.db.get(countRow, `SELECT count(*) AS count FROM ${table} WHERE deployment_id = ?`, id)?.count;

/** Deployments as they are long after their end, each with events, a health check and files that were left over. */
function past(serverId: string, count: number, events = 3): string[] {
  const { db, newId, workDir, clock } = bench.context;
  const at = clock().toISOString();
  return db.transaction(() =>
    Array.from({ length: count }, () => {
      const id = newId("dep_");
      db.run(
        `INSERT INTO deployments (id, server_id, project_id, version, digest, status, triggered_by, created_at, updated_at)
         SELECT ?, id, project_id, '1.0.0', '', 'superseded', 'test', ?, ? FROM servers WHERE id = ?`,
        ...[id, at, at, serverId],
      );
      db.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO events SELECT ?, i, ?, 'info', 'log', 'line', NULL FROM n`,
        ...[events, id, at],
      );
      db.run("INSERT INTO health_checks VALUES (?, ?, 'healthy', 1, '[]')", id, at);
      mkdirSync(join(workDir, id), { recursive: true });
      return id;
    }),
  );
}

/** Each look gives way to what else there is to do; the test's own time ends one that is in vain. */
async function until(isSo: () => boolean): Promise<number> {
  for (let looks = 0; ; looks += 1) {
    if (isSo()) return looks;
    await new Promise(setImmediate);
  }
}

describe("finished deployments", () => {
  test("beyond those to keep go with all they left, oldest first, when one finishes", async () => {
    const serverId = bench.makeServer("kept");
    const old = past(serverId, 4);
    await settings({ keepDeployments: 2 });
    await until(() => kept(serverId).length === 2);
    expect(kept(serverId)).toEqual(old.slice(2));
    bench.publish(serverId, "1.0.0", "exitsAtOnce");
    const { id } = await bench.untilStatus(bench.deploy(serverId, "1.0.0").id, "failed");
    await until(() => kept(serverId).length === 2);
    expect(kept(serverId)).toEqual([old[3], id]);
    const { workDir } = bench.context;
    for (const gone of old.slice(0, 3))
      expect([countOf("events", gone), countOf("health_checks", gone), existsSync(join(workDir, gone))]).toEqual([
        0,
        0,
        false,
      ]);
    expect(countOf("events", old[3] ?? "")).toBe(3);
  });

  test("never are the one that serves, nor the one its server is started again from", async () => {
    await settings({ keepDeployments: 1 });
    const { serverId, deployment } = await bench.run("healthy");
    bench.supervisor.setDesiredState(serverId, "stopped");
    await bench.untilStatus(deployment.id, "stopped");
    const newer = past(serverId, 3);
    bench.supervisor.pruning.all();
    await until(() => kept(serverId).length === 2);
    expect(kept(serverId)).toEqual([deployment.id, newer[2]]);
    bench.supervisor.setDesiredState(serverId, "running");
    const again = kept(serverId).at(-1) ?? "";
    await bench.untilStatus(again, "running");
    await until(() => kept(serverId).length === 2);
    expect(kept(serverId)).toEqual([newer[2], again]);
  });

  test("stay while another member of the organization asks for more", async () => {
    const serverId = bench.makeServer("shared");
    past(serverId, 3);
    const { db, newId } = bench.context;
    const other = newId("usr_");
    db.run("INSERT INTO users SELECT ?, organization_id, 'Ann', NULL, 1, created_at, updated_at FROM users", other);
    db.run(
      "INSERT INTO memberships SELECT organization_id, ?, 'member', created_at FROM users WHERE id = ?",
      other,
      other,
    );
    db.run("INSERT INTO user_settings VALUES (?, NULL, NULL, 3, 'all', 1, '', '')", other);
    const alone = bench.makeServer("more");
    past(alone, 4);
    await settings({ keepDeployments: 1 });
    await until(() => kept(alone).length === 3);
    expect(kept(serverId)).toHaveLength(3);
    db.run("DELETE FROM user_settings WHERE user_id = ?", other);
    db.run("DELETE FROM memberships WHERE user_id = ?", other);
  });

  test("with a hundred thousand events go in so many steps that there is time for everything else", async () => {
    const serverId = bench.makeServer("talkative");
    past(serverId, 2, 100_000);
    await settings({ keepDeployments: 1 });
    expect(await until(() => kept(serverId).length === 1)).toBeGreaterThan(20);
  });

  test("that a stopped service left half removed are removed with its next start", async () => {
    const first = await startDeploymentFixture();
    const serverId = first.makeServer("left");
    const user = first.context.db.get(idRow, "SELECT id FROM users")?.id ?? "";
    first.context.db.run("INSERT INTO user_settings VALUES (?, NULL, NULL, 1, 'all', 1, '', '')", user);
    const swap = bench;
    bench = first;
    const old = past(serverId, 3);
    await first.close(true);
    bench = await startDeploymentFixture({}, first.folder);
    await until(() => kept(serverId).length === 1);
    expect(kept(serverId)).toEqual(old.slice(2));
    await bench.close();
    bench = swap;
  });
});
