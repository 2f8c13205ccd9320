import { type DeploymentTimes, defaultDeploymentTimes } from "../../../src/service/deployments/deploymentTimes.ts";
import { startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import type { Measure, MeasureResult, MeasureSize } from "../figure.ts";
import { crashUntilFailed } from "./replacedServer/crashing.ts";
import { replaceUnderCalls } from "./replacedServer/replacing.ts";

const { backOffMs, goodRunMs, drainMs, stopGraceMs } = defaultDeploymentTimes;

interface Amount {
  readonly replacements: number;
  /** `exitsAtOnce` fails by itself. `neverListens` never becomes healthy and takes its whole time limit. */
  readonly failing: readonly ("exitsAtOnce" | "neverListens")[];
  readonly times: Partial<DeploymentTimes>;
}

const amounts: Readonly<Record<MeasureSize, Amount>> = {
  short: { replacements: 2, failing: ["exitsAtOnce"], times: { backOffMs: 20, startTimeoutMs: 20_000 } },
  full: {
    replacements: 100,
    failing: ["exitsAtOnce", "neverListens", "exitsAtOnce", "neverListens"],
    times: { backOffMs, goodRunMs, drainMs, stopGraceMs, startTimeoutMs: 10_000 },
  },
};

/** Real servers behind the real gateway receive calls while they are replaced and crash. */
async function measure(size: MeasureSize): Promise<MeasureResult> {
  const { times, ...amount } = amounts[size];
  const fixture = await startDeploymentFixture(times);
  try {
    const replaced = await replaceUnderCalls(fixture, amount);
    const crashed = await crashUntilFailed(fixture, times.backOffMs ?? backOffMs);
    const findings = [...replaced.findings, ...crashed.findings];
    const figure = [
      `${replaced.calls} calls during ${replaced.replaced} replacements and ${amount.failing.length} that failed: ${replaced.failed} failed`,
      `${crashed.restarts} crashes restarted after ${crashed.pauses.join(", ")} s as degraded, then ${crashed.end}`,
    ].join("; ");
    return { figure, met: findings.length === 0, findings };
  } finally {
    await fixture.close();
  }
}

export const replacedServer: Measure = {
  id: "R8",
  goal: "a crashing deployment: restarted with back-off, degraded, then failed; the one before serves until then",
  needs: "node",
  measure,
};
