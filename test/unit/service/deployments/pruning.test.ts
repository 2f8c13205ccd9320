import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type DeploymentFixture, startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";

let fixture: DeploymentFixture;
beforeAll(async () => {
  fixture = await startThreadFixture();
});
afterAll(() => fixture.close());
beforeEach(() => settings({ keepDeployments: null }));

async function settings(body: object) {
  // The service closes idle connections while a test inserts many rows.
  const init = { method: "PATCH", body, headers: { Connection: "close" } };
  const response = await sendWithToken(`${fixture.context.baseUrl()}/api/v1/user-settings`, fixture.key, init);
  expect(response.status).toBe(200);
}

const idRow = z.object({ id: z.string() });
const countRow = z.object({ count: z.number() });
const listDeploymentIds = (serverId: string) =>
  fixture.context.db
    .all(idRow, "SELECT id FROM deployments WHERE server_id = ? ORDER BY id", serverId)
    .map(({ id }) => id);
const countOf = (table: "events" | "health_checks", id: string) =>
  fixture.context.db.get(countRow, `SELECT count(*) AS count FROM ${table} WHERE deployment_id = ?`, id)?.count;

/** Inserts finished deployments, each with events, a health check and leftover files. */
function insertFinishedDeployments(
  serverId: string,
  count: number,
  events = 3,
  newId = () => fixture.context.newId("dep_"),
): string[] {
  const { db, workDir, clock } = fixture.context;
  const at = clock().toISOString();
  return db.transaction(() =>
    Array.from({ length: count }, () => {
      const id = newId();
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

/** Checks once per event loop turn and returns the number of turns. The test's timeout ends a wait without success. */
async function waitUntil(condition: () => boolean): Promise<number> {
  for (let turns = 0; ; turns += 1) {
    if (condition()) return turns;
    await new Promise(setImmediate);
  }
}

describe("finished deployments", () => {
  test("beyond the limit are removed with all their data, oldest first, when a deployment finishes", async () => {
    const serverId = fixture.makeServer("kept");
    const old = insertFinishedDeployments(serverId, 4);
    await settings({ keepDeployments: 2 });
    await waitUntil(() => listDeploymentIds(serverId).length === 2);
    expect(listDeploymentIds(serverId)).toEqual(old.slice(2));
    fixture.publish(serverId, "1.0.0", "exitsAtOnce");
    const { id } = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
    await waitUntil(() => listDeploymentIds(serverId).length === 2);
    expect(listDeploymentIds(serverId)).toEqual([old[3], id]);
    const { workDir } = fixture.context;
    for (const removed of old.slice(0, 3))
      expect([
        countOf("events", removed),
        countOf("health_checks", removed),
        existsSync(join(workDir, removed)),
      ]).toEqual([0, 0, false]);
    expect(countOf("events", old[3] ?? "")).toBe(3);
  });

  test("do not include the live deployment and the one that its server restarts from", async () => {
    await settings({ keepDeployments: 1 });
    const { serverId, deployment } = await fixture.run("healthy");
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await fixture.waitForStatus(deployment.id, "stopped");
    const newer = insertFinishedDeployments(serverId, 3);
    fixture.supervisor.pruning.all();
    await waitUntil(() => listDeploymentIds(serverId).length === 2);
    expect(listDeploymentIds(serverId)).toEqual([deployment.id, newer[2]]);
    fixture.supervisor.setDesiredState(serverId, "running");
    const again = listDeploymentIds(serverId).at(-1) ?? "";
    await fixture.waitForStatus(again, "running");
    await waitUntil(() => listDeploymentIds(serverId).length === 2);
    expect(listDeploymentIds(serverId)).toEqual([newer[2], again]);
  });

  test("stay while another member of the organization has a higher limit", async () => {
    const serverId = fixture.makeServer("shared");
    insertFinishedDeployments(serverId, 3);
    const { db, newId } = fixture.context;
    const other = newId("usr_");
    db.run("INSERT INTO users SELECT ?, organization_id, 'Ann', NULL, 1, created_at, updated_at FROM users", other);
    db.run(
      "INSERT INTO memberships SELECT organization_id, ?, 'member', created_at FROM users WHERE id = ?",
      other,
      other,
    );
    db.run("INSERT INTO user_settings VALUES (?, NULL, NULL, 3, 'all', 1, '', '')", other);
    const alone = fixture.makeServer("more");
    insertFinishedDeployments(alone, 4);
    await settings({ keepDeployments: 1 });
    await waitUntil(() => listDeploymentIds(alone).length === 3);
    expect(listDeploymentIds(serverId)).toHaveLength(3);
    db.run("DELETE FROM user_settings WHERE user_id = ?", other);
    db.run("DELETE FROM memberships WHERE user_id = ?", other);
  });

  test("whose ids decrease, because the clock was set back, are removed oldest first", async () => {
    const serverId = fixture.makeServer("set-back");
    let number = 9;
    const inOrder = insertFinishedDeployments(serverId, 4, 3, () => `dep_${number--}`);
    await settings({ keepDeployments: 2 });
    await waitUntil(() => listDeploymentIds(serverId).length === 2);
    expect(listDeploymentIds(serverId)).toEqual(inOrder.slice(2).toReversed());
  });

  test("with forty thousand events are removed in steps that do not block the service, and their space is given back", async () => {
    const serverId = fixture.makeServer("talkative");
    insertFinishedDeployments(serverId, 2, 40_000);
    await settings({ keepDeployments: 1 });
    expect(await waitUntil(() => listDeploymentIds(serverId).length === 1)).toBeGreaterThan(8);
    const freePages = z.object({ freelist_count: z.number() });
    const readFreePages = () => fixture.context.db.get(freePages, "PRAGMA freelist_count")?.freelist_count ?? 0;
    await waitUntil(() => readFreePages() <= 1000);
  });

  test("that were partly removed when the service stopped are removed at its next start", async () => {
    const first = await startThreadFixture();
    const serverId = first.makeServer("left");
    const user = first.context.db.get(idRow, "SELECT id FROM users")?.id ?? "";
    first.context.db.run("INSERT INTO user_settings VALUES (?, NULL, NULL, 1, 'all', 1, '', '')", user);
    const swap = fixture;
    fixture = first;
    const old = insertFinishedDeployments(serverId, 3);
    await first.close(true);
    fixture = await startThreadFixture({}, first.folder);
    await waitUntil(() => listDeploymentIds(serverId).length === 1);
    expect(listDeploymentIds(serverId)).toEqual(old.slice(2));
    await fixture.close();
    fixture = swap;
  });
});
