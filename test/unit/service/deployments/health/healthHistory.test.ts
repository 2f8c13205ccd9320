import { expect, test } from "vitest";
import type { NewDeploymentEvent } from "../../../../../src/service/deployments/deploymentEventLog.ts";
import type { HealthCheck } from "../../../../../src/service/deployments/health/apiHealthCheck.ts";
import { createHealthHistory } from "../../../../../src/service/deployments/health/healthHistory.ts";
import type { ProbeResult } from "../../../../../src/service/deployments/health/serverProbe.ts";
import { openDatabase } from "../../../../../src/service/storage/database.ts";

const slow: HealthCheck = { name: "handshake", status: "degraded", message: "MCP", latencyMs: 3000 };
const refused: HealthCheck = {
  ...{ name: "api", status: "degraded", code: "credential_refused", message: "refused", latencyMs: 5 },
};
const degraded = (...checks: HealthCheck[]): ProbeResult => ({
  ...{ status: "degraded", latencyMs: 3000, checks, tools: undefined, reached: true },
});

test("an event tells a change of the status, and of the cause at the same status, once", () => {
  const db = openDatabase(":memory:");
  db.run("PRAGMA foreign_keys = OFF");
  const events: NewDeploymentEvent[] = [];
  let now = 0;
  const history = createHealthHistory(
    { db, clock: () => new Date(++now) },
    { append: (_, event) => void events.push(event) },
  );
  for (const result of [degraded(slow), degraded(slow), degraded(slow, refused), degraded(refused), degraded(slow)])
    history.record("d", result);
  expect(events.map(({ message, data }) => [message, data?.code])).toEqual([
    ["The server is degraded: handshake: MCP.", undefined],
    ["The server is degraded: handshake: MCP; api: refused.", "credential_refused"],
    ["The server is degraded: handshake: MCP.", undefined],
  ]);
  db.close();
});
