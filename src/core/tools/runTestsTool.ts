import * as z from "zod";
import { isTestRunFinished, type TestRun, type TestRunDetail } from "../../contract/testRuns.ts";
import { codeConfinementNotice } from "../deployment/codeConsent.ts";
import { findRegistryVersion } from "../registry/findRegistryVersion.ts";
import { followTestRun } from "../testrun/followTestRun.ts";
import { readTestRun } from "../testrun/readTestRuns.ts";
import { openTestRunHistory } from "../testrun/testRunHistory.ts";
import { describeTarget } from "./describeTarget.ts";
import { createChangeTool, type PlannedChange, type ToolConnection } from "./languageModelTool.ts";
import { readLastVerdict } from "./readLastVerdict.ts";
import { listFailedCases, runToolFacts } from "./runToolFacts.ts";
import { findTestedItem, type TestedItem, testedItemInput } from "./testedItem.ts";
import { ToolCallError } from "./toolCallError.ts";
import type { ToolReply } from "./toolReply.ts";

const input = z.strictObject({
  ...testedItemInput,
  cases: z
    .array(z.string().min(1).max(500))
    .min(1)
    .max(100)
    .optional()
    .describe("Ids of cases, as fairlead_testResults names them; all if omitted."),
});

export const runTestsTool = createChangeTool(
  { input, progress: "Running tests" },
  async (toolConnection, input): Promise<PlannedChange> => {
    const tested = await findTestedItem(toolConnection, input);
    const { kind, item } = tested;
    const { version, digest } = await contentOf(toolConnection, tested);
    const [where, verdict] = await Promise.all([
      describeTarget(toolConnection, item.projectId),
      readLastVerdict(toolConnection, { kind, id: item.id }, digest),
    ]);
    return {
      title: `Run the tests of ${item.name} ${version}?`,
      rows: [
        ...where.rows,
        [kind === "server" ? "Server" : "Skill", `${item.name} (${item.id})`],
        ["Version", version],
        [
          "What runs",
          `${kind === "server" ? "its tools are called; those of an API may change things there" : "its scripts"}. ${codeConfinementNotice}`,
        ],
        ["Cases", input.cases ? input.cases.join(", ") : "all"],
        ["Last test run", verdict],
      ],
      mark: [where.mark, item.id, version, digest, ...(input.cases ?? [])].join(" "),
      perform: () => perform(toolConnection, tested, version, input.cases),
    };
  },
);

async function contentOf(
  { client, signal }: ToolConnection,
  { item }: TestedItem,
): Promise<{ version: string; digest: string | undefined }> {
  const { artifactId, latestVersion } = item;
  const found =
    artifactId && latestVersion ? await findRegistryVersion(client, artifactId, latestVersion, signal) : undefined;
  if (found) return { version: found.version, digest: found.digest };
  throw new ToolCallError(`${item.name} has no version to test yet: it is a draft.`);
}

async function perform(
  toolConnection: ToolConnection,
  { kind, item }: TestedItem,
  version: string,
  cases: readonly string[] | undefined,
): Promise<ToolReply> {
  const { client, signal, world, connection } = toolConnection;
  const order = { id: item.id, version, ...(cases && { cases: [...cases] }) };
  const options = { signal };
  const started =
    kind === "server"
      ? await client.call("serverTestRuns.start", order, options)
      : await client.call("skillTestRuns.start", order, options);
  const remember = ({ id: runId, status }: TestRun) =>
    openTestRunHistory(world.memory).save({
      ...{ connectionId: world.connections.scope() ?? "", kind, ownerId: item.id, runId },
      // The Test Explorer shows it when it is opened.
      ...{ isOpen: !isTestRunFinished(status), isKept: false },
    });
  await remember(started);
  const view = kind === "server" ? "fairlead.servers" : "fairlead.skills";
  world.refresh(view);
  const run = await untilOver(toolConnection, { kind, ownerId: item.id }, started);
  await remember(run);
  world.refresh(view);
  const facts = { connection: connection.name, [kind]: { id: item.id, name: item.name }, run: runToolFacts(run) };
  const next = "It goes on by itself: ask fairlead_testResults how it ends.";
  return isTestRunFinished(run.status)
    ? { facts, list: listFailedCases(run.cases ?? []) }
    : { facts: { ...facts, next } };
}

/** The run when it is finished, or after the timeout. */
async function untilOver(
  toolConnection: ToolConnection,
  { kind, ownerId }: { readonly kind: TestedItem["kind"]; readonly ownerId: string },
  { id }: TestRunDetail,
): Promise<TestRunDetail> {
  const { client, signal, world } = toolConnection;
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(world.timeoutMs)]);
  await followTestRun({
    ...{ kind, ownerId, id, since: 0, client: async () => client, signal: waiting },
    ...{ onChange: async () => {}, pending: world.pendingRuns },
  });
  signal.throwIfAborted();
  return readTestRun(client, kind, id, 0, signal);
}
