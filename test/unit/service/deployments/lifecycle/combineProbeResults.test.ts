import { expect, test } from "vitest";
import type { ProbeResult } from "../../../../../src/service/deployments/health/serverProbe.ts";
import { combineProbeResults } from "../../../../../src/service/deployments/lifecycle/replicaReports.ts";

const result = (status: ProbeResult["status"], latencyMs: number | null): ProbeResult => ({
  ...{ status, latencyMs, tools: undefined, reached: true },
  checks: [
    { name: "process", status: "healthy", message: "running", latencyMs: null },
    { name: "handshake", status, message: `it is ${status}`, latencyMs },
  ],
});

test("the result of the only replica stays as it is", () => {
  const only = result("degraded", 5);
  expect(combineProbeResults([only], 1)).toBe(only);
});

test("several healthy replicas are healthy, with the longest latency", () => {
  expect(combineProbeResults([result("healthy", 5), result("healthy", 9)], 2)).toMatchObject({
    ...{ status: "healthy", latencyMs: 9 },
    checks: [
      { name: "process", status: "healthy", message: "2 of 2 ready" },
      { name: "handshake", status: "healthy" },
    ],
  });
});

test("a replica that is missing, or one that is worse, makes a server degraded", () => {
  expect(combineProbeResults([result("healthy", 5)], 2)).toMatchObject({
    ...{ status: "degraded", checks: [{ name: "process", status: "degraded", message: "1 of 2 ready" }, {}] },
  });
  expect(combineProbeResults([result("healthy", 5), result("unhealthy", null)], 2)).toMatchObject({
    ...{ status: "degraded", latencyMs: 5 },
    checks: [{ status: "healthy" }, { name: "handshake", status: "unhealthy", message: "it is unhealthy" }],
  });
});

test("a server is unhealthy when all of its replicas are that are ready", () => {
  expect(combineProbeResults([result("unhealthy", null)], 2).status).toBe("unhealthy");
  expect(combineProbeResults([result("unhealthy", null), result("unhealthy", null)], 2).status).toBe("unhealthy");
});
