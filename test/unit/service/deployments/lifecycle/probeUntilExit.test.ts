import { expect, test } from "vitest";
import type { HealthCheck } from "../../../../../src/service/deployments/health/apiHealthCheck.ts";
import { createProcessHealth } from "../../../../../src/service/deployments/health/processHealth.ts";
import type { ProbeResult } from "../../../../../src/service/deployments/health/serverProbe.ts";
import type { LaunchedServer } from "../../../../../src/service/deployments/lifecycle/launchServer.ts";
import { probeUntilExit } from "../../../../../src/service/deployments/lifecycle/probeUntilExit.ts";
import { createPortEndpoint } from "../../../../../src/service/mcp/serverEndpoint.ts";

const healthy: ProbeResult = { status: "healthy", latencyMs: 1, checks: [], tools: undefined, reached: true };

/** The number of probes between the first two checks of an API, of which the first one found this. */
async function countProbes(code: HealthCheck["code"]): Promise<number> {
  const { promise: exited, resolve: exit } = Promise.withResolvers<{ description: string }>();
  const found: HealthCheck = { name: "api", status: "degraded", message: "", latencyMs: 1, ...(code && { code }) };
  let probes = 0;
  let checks = 0;
  const launched: LaunchedServer = {
    process: { name: "Process 1", endpoint: createPortEndpoint(1), exited, stop: () => exited },
    ...{ sandbox: "none", startedAt: 0 },
    health: createProcessHealth(healthy),
    probe: {
      run: async () => {
        probes += 1;
        return healthy;
      },
      checkApi: async () => {
        checks += 1;
        if (checks === 1) probes = 0;
        else exit({ description: "" });
        return found;
      },
      close: () => {},
    },
  };
  await probeUntilExit(launched, {
    ...{ context: { log: () => {} }, intervalMs: 20, onResult: () => {} },
    ...{ apiChecks: { last: undefined }, stopping: new AbortController().signal },
  });
  return probes;
}

test("an API that is not reached is looked for again sooner than one that fails", async () => {
  const [unreachable, failing] = await Promise.all([countProbes("api_unreachable"), countProbes("api_failed")]);
  expect(unreachable).toBeLessThan(failing / 2);
});
