import * as z from "zod";
import type { AnswerDifference, RehearsedCall } from "../../../contract/routes/previewRoutes.ts";
import { compareAnswers, omitUnstable } from "../../../surface/compareAnswers.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../../context.ts";
import { requireDeploymentRow } from "../../deployments/deploymentStore.ts";
import type { DeploymentInstance } from "../../deployments/lifecycle/deploymentInstance.ts";
import type { DeploymentSupervisor } from "../../deployments/lifecycle/deploymentSupervisor.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { readVersionSurface } from "../../registry/listedTools.ts";
import { findServerVersionRow } from "../../registry/versions.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { callTool, listTools, type TestedResult } from "../server/callTool.ts";
import { detectSupportedEras, requestWithinTime } from "../server/detectSupportedEras.ts";
import { findCaseFile } from "../server/planServerTestRun.ts";
import type { ProtocolEra } from "../server/protocolClient.ts";
import { anyToolSchema } from "../server/protocolSchemas.ts";
import type { CaseFile } from "../server/runFileCase.ts";
import { createInstanceTarget, ServerTestTargetGoneError } from "../server/serverTestTarget.ts";
import { createTargetClient, type TargetClient } from "../server/targetClient.ts";
import { type ComparedTools, type PlannedCall, planCaseCalls, planRecordedCall } from "./planCalls.ts";

/** Calls of one request, so that the caller sees progress and can cancel. */
const mostCalls = 20;

/** Makes recorded calls, or those of test cases, again at the preview of a version. */
export function rehearsalHandlers(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
): OperationHandlers<"preview.rehearse"> {
  return { "preview.rehearse": (call) => rehearse(context, supervisor, call) };
}

async function rehearse(
  context: ServiceContext,
  supervisor: DeploymentSupervisor,
  { caller, input, signal }: ServiceCall<"preview.rehearse">,
) {
  const row = requireDeploymentRow(supervisor.store, caller, input.id);
  const { server_id: serverId, version } = row;
  const [preview, live] = [supervisor.find(serverId, version), supervisor.live(serverId)];
  if (preview?.deploymentId !== row.id)
    throw new ServiceProblem("conflict", "This deployment is no preview that runs. Deploy the version as a preview.");
  if (!live) throw new ServiceProblem("conflict", "The server has no live version whose calls could be made again.");
  const liveVersion = supervisor.store.row(live.deploymentId)?.version ?? "";
  const [liveRow, previewRow] = [liveVersion, version].map((one) => findServerVersionRow(context.db, serverId, one));
  const readTools = (found: VersionRow | undefined) => found && readVersionSurface(context.db, found.id);
  const tools = { live: readTools(liveRow), preview: readTools(previewRow) };
  const opening = [
    openVersion(live, () => supervisor.live(serverId) === live, signal),
    openVersion(preview, () => supervisor.find(serverId, version) === preview, signal),
  ] as const;
  try {
    const [before, after] = await Promise.all(opening);
    const hasCalls = supervisor.recordings.describe(live.deploymentId)?.calls;
    const file = input.suite ?? (previewRow && findCaseFile(context, previewRow));
    const { planned, hasMore } = hasCalls
      ? planRecordedCalls(supervisor, live, tools, input.after)
      : await planCases({ before, tools, file }, input.after, signal);
    const calls = [];
    for (const one of planned) calls.push(await rehearseCall({ before, after }, one, signal));
    return { calls, hasMore };
  } catch (error) {
    if (error instanceof ServerTestTargetGoneError) throw new ServiceProblem("conflict", error.message);
    throw error;
  } finally {
    // One may have opened where the other did not.
    const opened = await Promise.allSettled(opening);
    await Promise.all(opened.map((one) => one.status === "fulfilled" && one.value.close()));
  }
}

interface PlannedPage {
  readonly planned: readonly PlannedCall[];
  readonly hasMore: boolean;
}

function planRecordedCalls(
  { recordings }: DeploymentSupervisor,
  live: DeploymentInstance,
  tools: ComparedTools,
  after: number,
): PlannedPage {
  const { traces, hasMore } = recordings.list(live.deploymentId, after);
  const planned = traces.slice(0, mostCalls).map((trace) => planRecordedCall(tools, trace));
  return { planned, hasMore: hasMore || planned.length < traces.length };
}

interface CaseSource {
  readonly before: RehearsedVersion;
  readonly tools: ComparedTools;
  readonly file: CaseFile | undefined;
}

/** The test cases in place of a recording, which change nothing. */
async function planCases(
  { before: { client, era }, tools, file }: CaseSource,
  after: number,
  signal: AbortSignal,
): Promise<PlannedPage> {
  const listed = await requestWithinTime((stop) => listTools(client, era, stop), undefined, signal);
  client.takeTranscript();
  const all = planCaseCalls(tools, z.array(anyToolSchema).parse(listed ?? []), file);
  if (all.every(({ call }) => typeof call === "string"))
    throw new ServiceProblem(
      "conflict",
      "No calls of the live version were recorded. It has no test case that only reads, either. Start a recording of its deployment, let its tools be called, then rehearse.",
    );
  const planned = all.slice(after, after + mostCalls);
  return { planned, hasMore: after + planned.length < all.length };
}

async function openVersion(
  instance: DeploymentInstance,
  isCurrent: () => boolean,
  signal: AbortSignal,
): Promise<RehearsedVersion & { close(): Promise<void> }> {
  const target = createInstanceTarget(instance, isCurrent);
  const client = createTargetClient(target);
  const close = async () => {
    await client.close();
    await target.close();
  };
  try {
    const { best } = await detectSupportedEras(client, undefined, signal);
    return { client, era: best, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface RehearsedVersion {
  readonly client: TargetClient;
  readonly era: ProtocolEra;
}

interface Rehearsal {
  readonly before: RehearsedVersion;
  readonly after: RehearsedVersion;
}

type Outcome = Pick<RehearsedCall, "outcome" | "differences" | "unstable" | "reason">;

/** Makes one call at both versions. */
async function rehearseCall(
  { before, after }: Rehearsal,
  { call, ...facts }: PlannedCall,
  signal: AbortSignal,
): Promise<RehearsedCall> {
  if (typeof call === "string") return { ...facts, ...skip(call), replayed: false };
  const make = ({ client, era }: RehearsedVersion) =>
    requestWithinTime((stop) => callTool(client, era, call, stop), undefined, signal);
  // Between the two calls of the live version, so that what changes meanwhile is seen there too.
  const first = await make(before);
  const answer = await make(after);
  const second = call.upstream ? first : await make(before);
  for (const { client } of [before, after]) client.takeTranscript();
  return { ...facts, ...judge(first, second, answer), replayed: call.upstream !== undefined };
}

function judge(
  first: TestedResult | undefined,
  second: TestedResult | undefined,
  answer: TestedResult | undefined,
): Outcome {
  if (!first || !second) return skip("The live version does not answer it, or not in time.");
  if (!answer) return fail("The preview does not answer it, or not in time.");
  const requests = answer.unmatched
    .filter((request) => !first.unmatched.includes(request))
    .map((request): AnswerDifference => ({ path: "request to the API", preview: request }));
  // Its answer only follows from them.
  if (requests.length > 0) return { outcome: "differs", differences: requests, unstable: [] };
  if (answer.isError && !first.isError && !second.isError) return fail(answer.text.slice(0, 500));
  const unstable = compareAnswers(first, second).map(({ path }) => path);
  const differences = [...omitUnstable(compareAnswers(first, answer), unstable)];
  return { outcome: differences.length > 0 ? "differs" : "same", differences, unstable };
}

const skip = (reason: string): Outcome => ({ outcome: "skipped", reason, differences: [], unstable: [] });
const fail = (reason: string): Outcome => ({ outcome: "fails", reason, differences: [], unstable: [] });
