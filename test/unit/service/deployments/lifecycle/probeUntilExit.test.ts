import { expect, test } from "vitest";
import type { HealthCheck } from "../../../../../src/service/deployments/health/apiHealthCheck.ts";
import {
  createProcessHealth,
  type ProcessHealth,
} from "../../../../../src/service/deployments/health/processHealth.ts";
import type { ProbeResult } from "../../../../../src/service/deployments/health/serverProbe.ts";
import type { LaunchedServer } from "../../../../../src/service/deployments/lifecycle/launchServer.ts";
import { probeUntilExit } from "../../../../../src/service/deployments/lifecycle/probeUntilExit.ts";
import { createPortEndpoint } from "../../../../../src/service/mcp/serverEndpoint.ts";

const healthy: ProbeResult = { status: "healthy", latencyMs: 1, checks: [], tools: undefined, reached: true };

const toCheck = (code: HealthCheck["code"]): HealthCheck => ({
  ...{ name: "api", status: code ? "degraded" : "healthy", message: "", latencyMs: 1 },
  ...(code && { code }),
});

/** The number of probes between the first two checks of an API, of which the first one found this; `meanwhile` happens after a probe. */
async function countProbes(
  code: HealthCheck["code"],
  meanwhile: (health: ProcessHealth) => void = () => {},
): Promise<number> {
  const { promise: exited, resolve: exit } = Promise.withResolvers<{ description: string }>();
  let probes = 0;
  let checks = 0;
  const launched: LaunchedServer = {
    process: { name: "Process 1", endpoint: createPortEndpoint(1), exited, stop: () => exited },
    ...{ sandbox: "none", startedAt: 0 },
    health: createProcessHealth(healthy),
    probe: {
      run: async () => {
        probes += 1;
        if (probes === 1) meanwhile(launched.health);
        return healthy;
      },
      checkApi: async () => {
        checks += 1;
        if (checks === 1) probes = 0;
        else exit({ description: "" });
        return toCheck(code);
      },
      close: () => {},
    },
  };
  await probeUntilExit(launched, {
    ...{ context: { log: () => {} }, intervalMs: 8, onResult: () => {} },
    ...{ apiChecks: { last: undefined }, stopping: new AbortController().signal },
  });
  return probes;
}

test("an API that is not reached is looked for sooner than one that fails, and a refused credential is tried rarely", async () => {
  const codes = ["api_unreachable", "api_failed", "credential_refused"] as const;
  const [unreachable = 0, failing = 0, refused = 0] = await Promise.all(codes.map((code) => countProbes(code)));
  expect(unreachable).toBeLessThan(failing / 2);
  expect(failing).toBeLessThan(refused / 2);
});

test("a check that a client asks for counts: the next one follows from what it found", async () => {
  const [refused = 0, unreachable = 0] = await Promise.all([
    countProbes("credential_refused"),
    countProbes("credential_refused", (health) => health.addApiCheck(toCheck("api_unreachable"))),
  ]);
  expect(unreachable).toBeLessThan(refused / 2);
});

test("a call that meets something else at the API has it checked sooner, but not one that meets the same", async () => {
  const [failing = 0, refused = 0, away = 0, same = 0] = await Promise.all([
    countProbes("api_failed"),
    countProbes(undefined, (health) => health.addOutcome("refuses")),
    countProbes(undefined, (health) => health.addOutcome("isNotReached")),
    countProbes(undefined, (health) => health.addOutcome("answers")),
  ]);
  expect(Math.abs(refused - failing)).toBeLessThan(failing / 2);
  expect(away).toBeLessThan(failing / 2);
  expect(same).toBeGreaterThan(failing * 2);
});
