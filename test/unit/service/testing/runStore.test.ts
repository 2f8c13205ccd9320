import { afterAll, expect, test } from "vitest";
import { createTestRunStore } from "../../../../src/service/testing/testRunStore.ts";
import { startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";

const fixture = await startDeploymentFixture();
const store = createTestRunStore(fixture.context);
afterAll(() => fixture.close());

const cases = [{ id: "smoke:days", name: "days", kind: "smoke", location: null } as const];
let number = 0;

function run(serverId: string, version: string | null, status: "passed" | "failed" | "running"): string {
  number += 1;
  const id = `run_${String(number).padStart(6, "0")}`;
  store.insert({ id, serverId, skillId: null, version, digest: "d", partial: false, triggeredBy: "usr" }, cases);
  const rest = { statusDetail: null, deploymentId: null, startedAt: null, finishedAt: null, cases: [] };
  const summary = { total: 1, passed: 1, failed: 0, skipped: 0, errored: 0, durationMs: 1 };
  store.change(id, { status, summary, ...rest });
  return id;
}

const storedIds = (serverId: string) => store.rows("WHERE r.server_id = ? ORDER BY r.id", serverId).map(({ id }) => id);

test("each server retains its newest 200 finished runs, its running ones and the newest passed one of each version", () => {
  const [many, few] = [fixture.makeServer("many"), fixture.makeServer("few")];
  const other = run(few, null, "failed");
  const [older, passed] = [run(many, "1.0.0", "passed"), run(many, "1.0.0", "passed")];
  const underWay = run(many, null, "running");
  run(many, null, "passed");
  const newest = Array.from({ length: 201 }, () => run(many, null, "failed"));
  expect(storedIds(many)).not.toContain(older);
  // Old runs are removed when a run is inserted, and the last run was not finished at that time.
  expect(storedIds(many)).toEqual([passed, underWay, ...newest]);
  expect(store.cases(older, 0)).toEqual([]);
  expect(storedIds(few)).toEqual([other]);
});
