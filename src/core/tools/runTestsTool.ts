import * as z from "zod";
import { isOver, type TestRun, type TestRunDetail } from "../../contract/testRuns.ts";
import { codeLimits } from "../deployment/codeConsent.ts";
import { findVersion } from "../registry/findRegistryVersion.ts";
import { followRun } from "../testrun/followTestRun.ts";
import { readRun } from "../testrun/readTestRuns.ts";
import { rememberedRuns } from "../testrun/testRunHistory.ts";
import { whereOf } from "./describeTarget.ts";
import { type At, type Change, changingTool } from "./languageModelTool.ts";
import { lastVerdict } from "./readLastVerdict.ts";
import { failedCases, runFacts } from "./runToolFacts.ts";
import { type Tested, testedInput, whichTested } from "./testedItem.ts";
import { ToolError } from "./toolCallError.ts";
import type { Reply } from "./toolReply.ts";

const input = z.strictObject({
  ...testedInput,
  cases: z
    .array(z.string().min(1).max(500))
    .min(1)
    .max(100)
    .optional()
    .describe("Ids of cases, as fairlead_testResults names them; all where left out."),
});

export const runTests = changingTool({ input, progress: "Running tests" }, async (at, given): Promise<Change> => {
  const tested = await whichTested(at, given);
  const { kind, item } = tested;
  const { version, digest } = await contentOf(at, tested);
  const [where, verdict] = await Promise.all([
    whereOf(at, item.projectId),
    lastVerdict(at, { kind, id: item.id }, digest),
  ]);
  return {
    title: `Run the tests of ${item.name} ${version}?`,
    rows: [
      ...where.rows,
      [kind === "server" ? "Server" : "Skill", `${item.name} (${item.id})`],
      ["Version", version],
      [
        "What runs",
        `${kind === "server" ? "its tools are called; those of an API may change things there" : "its scripts"}. ${codeLimits}`,
      ],
      ["Cases", given.cases ? given.cases.join(", ") : "all"],
      ["Last test run", verdict],
    ],
    mark: [where.mark, item.id, version, digest, ...(given.cases ?? [])].join(" "),
    perform: () => perform(at, tested, version, given.cases),
  };
});

async function contentOf({ client, signal }: At, { item }: Tested): Promise<{ version: string; digest: string }> {
  const { artifactId, latestVersion } = item;
  const found =
    artifactId !== null && latestVersion !== null && (await findVersion(client, artifactId, latestVersion, signal));
  if (found) return found;
  throw new ToolError(`${item.name} has no version to test yet: it is a draft.`);
}

async function perform(
  at: At,
  { kind, item }: Tested,
  version: string,
  cases: readonly string[] | undefined,
): Promise<Reply> {
  const { client, signal, world, connection } = at;
  const order = { id: item.id, version, ...(cases && { cases: [...cases] }) };
  const options = { signal };
  const started =
    kind === "server"
      ? await client.call("serverTestRuns.start", order, options)
      : await client.call("skillTestRuns.start", order, options);
  const remember = ({ id: runId, status }: TestRun) =>
    rememberedRuns(world.memory).put({
      ...{ connectionId: world.connections.scope() ?? "", kind, ownerId: item.id, runId },
      // The Test Explorer shows it when it is looked at.
      ...{ isOpen: !isOver(status), isKept: false },
    });
  await remember(started);
  const view = kind === "server" ? "fairlead.servers" : "fairlead.skills";
  world.refresh(view);
  const run = await untilOver(at, kind, started);
  await remember(run);
  world.refresh(view);
  const facts = { connection: connection.name, [kind]: { id: item.id, name: item.name }, run: runFacts(run) };
  const next = "It goes on by itself: ask fairlead_testResults how it ends.";
  return isOver(run.status) ? { facts, list: failedCases(run.cases) } : { facts: { ...facts, next } };
}

/** As it is when it is over, or when nobody waits any longer. */
async function untilOver(at: At, kind: Tested["kind"], { id }: TestRunDetail): Promise<TestRunDetail> {
  const { client, signal, world } = at;
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(world.patienceMs)]);
  await followRun({ kind, id, since: 0, client: async () => client, signal: waiting, onChange: async () => {} });
  signal.throwIfAborted();
  return readRun(client, kind, id, 0, signal);
}
