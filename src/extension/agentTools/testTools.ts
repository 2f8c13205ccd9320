import { AgentToolError } from "../../agentTools/agentTool.ts";
import { describeTestedRun, findTestedItem, runTestsInput, type TestedItem } from "../../agentTools/testTools.ts";
import type { ToolReply } from "../../agentTools/toolReply.ts";
import { isTestRunFinished, type TestRun, type TestRunDetail } from "../../contract/testRuns.ts";
import { formatConfinementNotice } from "../deployment/model/confinementNotice.ts";
import { readBreakingChangesInput } from "../registry/model/breakingChangesInput.ts";
import { findRegistryVersion } from "../registry/model/createVersionReader.ts";
import { readServerRunner } from "../server/model/runners.ts";
import { followTestRun } from "../testing/model/followTestRun.ts";
import { readTestRun } from "../testing/model/readTestRuns.ts";
import { openTestRunHistory } from "../testing/model/testMemory.ts";
import type { TestRequest } from "../testing/model/testSubject.ts";
import { describeTarget, readLastVerdict } from "./describeTarget.ts";
import { createChangeTool, type PlannedChange, type ToolConnection, toAgentService } from "./languageModelTool.ts";

export const runTestsTool = createChangeTool(
  { input: runTestsInput, progress: "Running tests" },
  async (toolConnection, input): Promise<PlannedChange> => {
    const tested = await findTestedItem(toAgentService(toolConnection), input);
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
          `${kind === "server" ? "its tools are called; those of an API may change things there" : "its scripts"}. ${formatConfinementNotice(toolConnection.me, { runsOn, isSkill: kind === "skill" })}`,
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
  throw new AgentToolError(`${item.name} has no version to test yet: it is a draft.`);
}

async function perform(
  toolConnection: ToolConnection,
  tested: TestedItem,
  version: string,
  cases: readonly string[] | undefined,
): Promise<ToolReply> {
  const run = await runToolTests(toolConnection, tested, { version, cases });
  const reply = describeTestedRun(tested, run);
  if (isTestRunFinished(run.status)) return reply;
  return { facts: { ...reply.facts, next: "It goes on by itself: ask fairlead_testResults how it ends." } };
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
