import type { DeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { callTool } from "../../../support/service/gatewayCall.ts";

interface Amount {
  readonly replacements: number;
  readonly failing: readonly ("exitsAtOnce" | "neverListens")[];
}

const callers = 4;
/** A call of this length is in progress at every replacement. */
const slowMs = 400;
/** A busy machine completes fewer replacements. */
const longestMs = 300_000;

/** Replaces a server repeatedly while it receives calls without a pause. Each deployment responds with its number. */
export async function replaceUnderCalls(fixture: DeploymentFixture, { replacements, failing }: Amount) {
  const findings: string[] = [];
  const serverId = fixture.makeServer("replaced");
  fixture.publish(serverId, "0.0.0", "healthy", "0");
  await fixture.waitForStatus(fixture.deploy(serverId, "0.0.0").id, "running");
  /** The newest deployment that is certainly live, and the newest that may be live. */
  const newest = { certain: 0, possible: 0 };
  let over = false;
  let calls = 0;
  let failed = 0;
  const call = async (tool: string, input: object) => {
    const atLeast = newest.certain;
    calls += 1;
    try {
      const label = Number((await callTool(fixture, serverId, tool, input)).label);
      if (!(label >= atLeast && label <= newest.possible))
        findings.push(`number ${label} answered, not ${atLeast} to ${newest.possible}`);
    } catch (error) {
      failed += 1;
      findings.push(`a call failed: ${error}`);
    }
  };
  const untilOver = async (tool: string, input: object) => {
    while (!over) await call(tool, input);
  };
  const calling = [...Array.from({ length: callers }, () => untilOver("echo", {})), untilOver("slow", { ms: slowMs })];
  const end = performance.now() + longestMs;
  for (let number = 1; number <= replacements && performance.now() < end; number += 1) {
    const version = `${number}.0.0`;
    fixture.publish(serverId, version, "healthy", String(number));
    newest.possible = number;
    await fixture.waitForStatus(fixture.deploy(serverId, version).id, "running");
    newest.certain = number;
  }
  for (const [index, variant] of failing.entries()) {
    const version = `${newest.certain}.1.${index}`;
    fixture.publish(serverId, version, variant, String(newest.certain + 1));
    await fixture.waitForStatus(fixture.deploy(serverId, version).id, "failed");
  }
  over = true;
  await Promise.all(calling);
  return { calls, failed, replaced: newest.certain, findings };
}
