import { setTimeout as pause } from "node:timers/promises";
import { isTestRunFinished, type TestRunDetail } from "../contract/testRuns.ts";
import type { AgentService, ToolFacts } from "./agentTool.ts";

const mostCases = 30;

export async function readNewestRun(
  { call }: AgentService,
  kind: "server" | "skill",
  id: string,
): Promise<TestRunDetail | undefined> {
  const [newest] = (await call(`${kind}TestRuns.list`, { id, limit: 1 })).items;
  return newest && call(`${kind}TestRun.get`, { id: newest.id });
}

export function describeRun({
  id,
  version,
  status,
  statusDetail,
  summary,
  finishedAt,
  partial,
}: TestRunDetail): ToolFacts {
  return {
    id,
    version,
    status,
    ...(statusDetail && { why: statusDetail }),
    summary,
    finishedAt,
    ...(partial && { onlySomeCases: true }),
  };
}

export function listNotPassed({ cases = [] }: TestRunDetail): readonly ToolFacts[] {
  const failed = cases.filter(({ status }) => status === "failed" || status === "errored");
  return failed.slice(0, mostCases).map(({ id, name, message, expected, actual, location }) => {
    return {
      id,
      name,
      message: message?.slice(0, 500),
      expected: expected?.slice(0, 300),
      actual: actual?.slice(0, 300),
      location,
    };
  });
}

/** Waits until a run ends, and tells how far it is. */
export async function followRun(
  service: AgentService,
  kind: "server" | "skill",
  started: TestRunDetail,
): Promise<TestRunDetail> {
  let run = started;
  for (let told = ""; !isTestRunFinished(run.status); ) {
    await pause(1000, undefined, { signal: service.signal });
    run = await service.call(`${kind}TestRun.get`, { id: run.id });
    const { total = 0, passed = 0, failed = 0, skipped = 0 } = run.summary ?? {};
    const done = `${passed + failed + skipped} of ${total} tests ran`;
    if (done !== told) await service.report(done);
    told = done;
  }
  return run;
}
