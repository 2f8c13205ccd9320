import { setTimeout as pause } from "node:timers/promises";
import { listNewestItems } from "../contract/isNewestFirst.ts";
import { readStateWord } from "../contract/received.ts";
import type { Server } from "../contract/servers.ts";
import { isTestRunFinished, type TestCase, type TestRun, type TestRunDetail } from "../contract/testRuns.ts";
import { type AgentService, AgentToolError } from "./agentTool.ts";
import type { ToolFacts, ToolReply } from "./toolReply.ts";

export type TestedKind = "server" | "skill";

/** The newest run with its cases; undefined: there is none. */
export async function readNewestRun(
  service: AgentService,
  kind: TestedKind,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<TestRunDetail | undefined> {
  const page = await service.call(`${kind}TestRuns.list`, { id, limit: 1 });
  const [newest] = listNewestItems(page);
  if (newest) return service.call(`${kind}TestRun.get`, { id: newest.id });
  if (page.items.length === 0) return undefined;
  throw new AgentToolError(`The newest test run of ${name} is not known: the service lists them in no order.`);
}

/** The facts of a run, without its cases. */
export function describeRun(run: TestRun): ToolFacts {
  const { id, statusDetail, version, summary, partial, createdAt, finishedAt } = run;
  return {
    id,
    status: readStateWord(run.status),
    summary,
    version,
    createdAt,
    finishedAt: finishedAt ?? undefined,
    why: statusDetail ?? undefined,
    ...(partial && { onlySomeCases: true }),
  };
}

/** The cases that failed; the summary counts the skipped ones. */
export function listFailedCases({ cases = [] }: TestRunDetail): NonNullable<ToolReply["list"]> {
  const failed = cases.filter(({ status }) => status === "failed" || status === "errored");
  const items = failed.map(({ id, name, status, message, expected, actual, location }) => ({
    id,
    name,
    status: readStateWord(status),
    message: message ?? undefined,
    expected: expected ?? undefined,
    actual: actual ?? undefined,
    location: formatLocation(location),
  }));
  const more = (shown: readonly ToolFacts[]) =>
    `${failed.length - shown.length} more cases did not pass: the user sees all with the command "Fairlead: Open Test Run or Evaluation".`;
  return { name: "failedCases", items, isCut: false, more };
}

/** Why a server is not deployed. */
export function describeFailedTests({ id, name }: Server, run: TestRunDetail): ToolReply {
  return {
    facts: {
      server: { id, name },
      outcome: "not deployed: its tests did not pass",
      run: describeRun(run),
      next: "Report what failed. Deploy it with withoutTests only if the user asks for that.",
    },
    list: listFailedCases(run),
  };
}

const formatLocation = (location: TestCase["location"]) =>
  [location?.path, location?.line].filter((part) => part !== undefined).join(":") || undefined;

/** Waits until a run ends, and reports its progress. */
export async function followRun(
  service: AgentService,
  kind: TestedKind,
  started: TestRunDetail,
): Promise<TestRunDetail> {
  let run = started;
  for (let reported = ""; !isTestRunFinished(run.status); ) {
    await pause(1000, undefined, { signal: service.signal });
    run = await service.call(`${kind}TestRun.get`, { id: run.id });
    const { total = 0, passed = 0, failed = 0, skipped = 0, errored = 0 } = run.summary ?? {};
    const done = `${passed + failed + skipped + errored} of ${total} tests ran`;
    if (done !== reported) await service.report(done);
    reported = done;
  }
  return run;
}
