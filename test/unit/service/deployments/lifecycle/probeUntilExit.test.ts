import { expect, test } from "vitest";
import type { HealthCheck } from "../../../../../src/service/deployments/health/apiHealthCheck.ts";
import { createProcessHealth } from "../../../../../src/service/deployments/health/processHealth.ts";
import type { ProbeResult } from "../../../../../src/service/deployments/health/serverProbe.ts";
import type { LaunchedServer } from "../../../../../src/service/deployments/lifecycle/launchServer.ts";
import { probeUntilExit } from "../../../../../src/service/deployments/lifecycle/probeUntilExit.ts";
import { createPortEndpoint } from "../../../../../src/service/mcp/serverEndpoint.ts";

const healthy: ProbeResult = { status: "healthy", latencyMs: 1, checks: [], tools: undefined, reached: true };

/** The number of probes between the first two checks of an API, of which the first one found this, and a client's the other. */
async function countProbes(code: HealthCheck["code"], asked?: HealthCheck["code"]): Promise<number> {
  const { promise: exited, resolve: exit } = Promise.withResolvers<{ description: string }>();
  const toCheck = (found: HealthCheck["code"]): HealthCheck => ({
    ...{ name: "api", status: "degraded", message: "", latencyMs: 1 },
    ...(found && { code: found }),
  });
  let probes = 0;
  let checks = 0;
  const launched: LaunchedServer = {
    process: { name: "Process 1", endpoint: createPortEndpoint(1), exited, stop: () => exited },
    ...{ sandbox: "none", startedAt: 0 },
    health: createProcessHealth(healthy),
    probe: {
      run: async () => {
        probes += 1;
        if (asked && probes === 1) launched.health.addApiCheck(toCheck(asked));
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
    countProbes("credential_refused", "api_unreachable"),
  ]);
  expect(unreachable).toBeLessThan(refused / 2);
});
