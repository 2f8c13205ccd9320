import * as z from "zod";
import { formatSearchedTool, searchCallTool } from "../../../contract/mcp/searchTool.ts";
import type { RecordedAnswer } from "../../../contract/mcp/upstreamExchange.ts";
import type { AnswerDifference, RehearsedCall } from "../../../contract/routes/previewRoutes.ts";
import type { CallTrace } from "../../../contract/routes/recordingRoutes.ts";
import type { VersionTool } from "../../../contract/routes/toolsRoute.ts";
import { compareAnswers, omitUnstable } from "../../../surface/compareAnswers.ts";
import { createRecordedEntries, recordedAnswerSchema } from "../../../testcases/recordedAnswers.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { callTool, type TestedResult } from "../server/callTool.ts";
import { requestWithinTime } from "../server/detectSupportedEras.ts";
import type { ProtocolEra } from "../server/protocolClient.ts";
import type { TargetClient } from "../server/targetClient.ts";

export interface RehearsedVersion {
  readonly client: TargetClient;
  readonly era: ProtocolEra;
}

interface Rehearsal {
  readonly before: RehearsedVersion;
  readonly after: RehearsedVersion;
  /** Those of the live version. */
  readonly tools: readonly VersionTool[];
}

interface RepeatedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** undefined: the API is called. */
  readonly upstream: readonly RecordedAnswer[] | undefined;
}

type Outcome = Pick<RehearsedCall, "outcome" | "differences" | "unstable" | "reason">;

/** Makes one recorded call again at both versions. */
export async function rehearseCall(
  { before, after, tools }: Rehearsal,
  trace: CallTrace,
  signal: AbortSignal,
): Promise<RehearsedCall> {
  const { sequence, tool: name, arguments: text } = trace;
  const facts = { sequence, tool: name ?? "", ...(text !== undefined && { arguments: text }) };
  const call = planCall(tools, trace);
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

const argumentsSchema = z.record(z.string(), z.unknown());

/** The call that is made, or why it is not. */
function planCall(
  tools: readonly VersionTool[],
  { tool: name, arguments: text, exchanges = [] }: CallTrace,
): RepeatedCall | string {
  const input = argumentsSchema.safeParse(tryParseJson(text ?? "")).data;
  if (name === null || !input) return "Its arguments were not recorded: they are too large.";
  if (text?.includes("***")) return "A secret among its arguments was not recorded.";
  if (findTool(tools, name, input)?.annotations?.readOnlyHint === true) return { name, input, upstream: undefined };
  const entries = createRecordedEntries(exchanges);
  if (!entries) return "It may change data, and the recording has no answers of its API that could stand for it.";
  return { name, input, upstream: entries.map((entry) => recordedAnswerSchema.parse(entry)) };
}

/** In search mode, the operation that is called. */
function findTool(tools: readonly VersionTool[], name: string, input: Readonly<Record<string, unknown>>) {
  const called = name === searchCallTool ? formatSearchedTool(String(input.name)) : name;
  return tools.find((one) => one.name === called);
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
