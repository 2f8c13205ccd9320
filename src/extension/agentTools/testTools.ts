import * as z from "zod";
import { listNewestItems } from "../../contract/isNewestFirst.ts";
import type { Server } from "../../contract/servers.ts";
import type { Skill } from "../../contract/skills.ts";
import { isTestRunFinished, type TestCase, type TestRun, type TestRunDetail } from "../../contract/testRuns.ts";
import { readStateWord } from "../base/serviceState.ts";
import { formatConfinementNotice } from "../deployment/model/confinementNotice.ts";
import { readBreakingChangesInput } from "../registry/model/breakingChangesInput.ts";
import { findRegistryVersion } from "../registry/model/findRegistryVersion.ts";
import { readServerRunner } from "../server/model/runners.ts";
import { formatCaseLocation } from "../testing/model/findCaseLocation.ts";
import { followTestRun } from "../testing/model/followTestRun.ts";
import { formatRunSummary, isFailedCase } from "../testing/model/formatRun.ts";
import { listTestRuns, readTestRun } from "../testing/model/readTestRuns.ts";
import { openTestRunHistory } from "../testing/model/testRunHistory.ts";
import type { TestRequest } from "../testing/model/testSubject.ts";
import { describeTarget } from "./describeTarget.ts";
import { findServerByName, findSkillByName } from "./findByName.ts";
import { createChangeTool, createReadTool, type PlannedChange, type ToolConnection } from "./languageModelTool.ts";
import { readLastVerdict } from "./readLastVerdict.ts";
import { ToolCallError } from "./toolCallError.ts";
import { serverInput, skillInput } from "./toolInputs.ts";
import type { ToolFacts, ToolReply } from "./toolReply.ts";

/** The input of tools that read or start test runs. */
const testedItemInput = { server: serverInput.optional(), skill: skillInput.optional() };
const inputSchema = z.object(testedItemInput);

type TestedItem = { readonly kind: "server"; readonly item: Server } | { readonly kind: "skill"; readonly item: Skill };

async function findTestedItem(
  toolConnection: ToolConnection,
  { server, skill }: z.output<typeof inputSchema>,
): Promise<TestedItem> {
  if (server !== undefined && skill === undefined)
    return { kind: "server", item: await findServerByName(toolConnection, server) };
  if (skill !== undefined && server === undefined)
    return { kind: "skill", item: await findSkillByName(toolConnection, skill) };
  throw new ToolCallError("Name either a server or a skill.");
}

export const testResultsTool = createReadTool(
  { input: z.strictObject(testedItemInput), progress: "Reading test results" },
  async (toolConnection, input) => {
    const { kind, item } = await findTestedItem(toolConnection, input);
    const facts = { connection: toolConnection.connection.name, [kind]: { id: item.id, name: item.name } };
    const { client, signal } = toolConnection;
    const page = await listTestRuns(client, { kind, id: item.id }, { limit: 1 }, signal);
    const [newest] = listNewestItems(page);
    if (!newest && page.items.length > 0)
      throw new ToolCallError(`The newest test run of ${item.name} is not known: the service lists them in no order.`);
    if (!newest)
      return { facts: { ...facts, run: null, next: "There is no test run yet: fairlead_runTests starts one." } };
    const { cases = [], ...run } = await readTestRun(client, kind, newest.id, 0, signal);
    return { facts: { ...facts, run: runToolFacts(run) }, list: listFailedCases(cases) };
  },
);

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
    const [where, verdict, runsOn] = await Promise.all([
      describeTarget(toolConnection, item.projectId),
      readLastVerdict(toolConnection, { kind, id: item.id }, digest),
      tested.kind === "server"
        ? readServerRunner(toolConnection.client, tested.item, toolConnection.signal)
        : undefined,
    ]);
    return {
      title: `Run the tests of ${item.name} ${version}?`,
      rows: [
        ...where.rows,
        [kind === "server" ? "Server" : "Skill", `${item.name} (${item.id})`],
        ["Version", version],
        [
          "What runs",
          `${kind === "server" ? "its tools are called; those of an API may change things there" : "its scripts"}. ${formatConfinementNotice(toolConnection.me, runsOn)}`,
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
  tested: TestedItem,
  version: string,
  cases: readonly string[] | undefined,
): Promise<ToolReply> {
  const { kind, item } = tested;
  const run = await runToolTests(toolConnection, tested, { version, cases });
  const facts = {
    connection: toolConnection.connection.name,
    [kind]: { id: item.id, name: item.name },
    run: runToolFacts(run),
  };
  const next = "It goes on by itself: ask fairlead_testResults how it ends.";
  return isTestRunFinished(run.status)
    ? { facts, list: listFailedCases(run.cases ?? []) }
    : { facts: { ...facts, next } };
}

/** Starts a test run; returns it when it is finished, or after the timeout. */
export async function runToolTests(
  toolConnection: ToolConnection,
  { kind, item }: TestedItem,
  { version, cases, isForDeployment }: Pick<TestRequest, "cases" | "isForDeployment"> & { readonly version: string },
): Promise<TestRunDetail> {
  const { client, signal, world } = toolConnection;
  const order = { id: item.id, version, ...(cases && { cases: [...cases] }) };
  const options = { signal };
  const started =
    kind === "server"
      ? await client.call(
          "serverTestRuns.start",
          { ...order, ...readBreakingChangesInput(world, isForDeployment) },
          options,
        )
      : await client.call("skillTestRuns.start", order, options);
  const remember = ({ id: runId, status }: TestRun) =>
    openTestRunHistory(world.memory).save({
      connectionId: world.connections.scope() ?? "",
      kind,
      ownerId: item.id,
      runId,
      // The Test Explorer shows it when it is opened.
      isOpen: !isTestRunFinished(status),
      isKept: false,
    });
  await remember(started);
  const view = kind === "server" ? "fairlead.servers" : "fairlead.skills";
  world.refresh(view);
  const run = await untilOver(toolConnection, { kind, ownerId: item.id }, started);
  await remember(run);
  world.refresh(view);
  return run;
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
    kind,
    ownerId,
    id,
    since: 0,
    client: async () => client,
    signal: waiting,
    onChange: async () => {},
    pending: world.pendingRuns,
  });
  signal.throwIfAborted();
  return readTestRun(client, kind, id, 0, signal);
}

/** The facts of a run, without its cases. */
export function runToolFacts(run: TestRun): ToolFacts {
  const { id, statusDetail, version, summary, partial, createdAt, finishedAt } = run;
  return {
    id,
    status: readStateWord(run.status),
    summary: formatRunSummary(summary),
    version,
    createdAt,
    finishedAt: finishedAt ?? undefined,
    why: statusDetail ?? undefined,
    ...(partial && { onlySomeCases: true }),
  };
}

/** The cases that failed; the summary counts the skipped ones. */
export function listFailedCases(cases: readonly TestCase[]): NonNullable<ToolReply["list"]> {
  const failed = cases.filter(isFailedCase);
  const items = failed.map(({ id, name, status, message, expected, actual, location }) => ({
    id,
    name,
    status: readStateWord(status),
    message: message ?? undefined,
    expected: expected ?? undefined,
    actual: actual ?? undefined,
    location: formatCaseLocation({ location }),
  }));
  const more = (shown: readonly ToolFacts[]) =>
    `${failed.length - shown.length} more cases did not pass: the user sees all with the command "Fairlead: Open Test Run or Evaluation".`;
  return { name: "failedCases", items, isCut: false, more };
}
