import * as z from "zod";
import { formatSearchedTool, searchCallTool } from "../../../contract/mcp/searchTool.ts";
import type { RecordedAnswer } from "../../../contract/mcp/upstreamExchange.ts";
import type { CallTrace } from "../../../contract/routes/recordingRoutes.ts";
import type { VersionTool } from "../../../contract/routes/toolsRoute.ts";
import { readServerCases } from "../../../testcases/readServerCases.ts";
import { createRecordedEntries, recordedAnswerSchema } from "../../../testcases/recordedAnswers.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { AnyTool } from "../server/protocolSchemas.ts";
import { CaseNotRunError } from "../server/runCheck.ts";
import type { CaseFile } from "../server/runFileCase.ts";
import { readHarmlessInput } from "../server/runSmokeCase.ts";

type Input = Readonly<Record<string, unknown>>;

/** A call that is made at both versions. */
interface RepeatedCall {
  readonly name: string;
  readonly input: Input;
  /** undefined: the API is called. */
  readonly upstream: readonly RecordedAnswer[] | undefined;
}

export interface PlannedCall {
  readonly sequence: number;
  readonly tool: string;
  /** As JSON. */
  readonly arguments?: string;
  /** The name of the test case. */
  readonly case?: string;
  /** The reason why it is not made. */
  readonly call: RepeatedCall | string;
}

/** The tools of a version; undefined: they are not known. */
export type KnownTools = readonly VersionTool[] | undefined;

/** The tools of both versions. */
export interface ComparedTools {
  readonly live: KnownTools;
  readonly preview: KnownTools;
}

const argumentsSchema = z.record(z.string(), z.unknown());

export function planRecordedCall(tools: ComparedTools, trace: CallTrace): PlannedCall {
  const { sequence, tool: name, arguments: text, exchanges = [] } = trace;
  const call = (): PlannedCall["call"] => {
    const input = argumentsSchema.safeParse(tryParseJson(text ?? "")).data;
    if (name === null || !input) return "Its arguments were not recorded: they are too large.";
    if (text?.includes("***")) return "A secret among its arguments was not recorded.";
    const entries = createRecordedEntries(exchanges);
    return planCall(
      tools,
      { name, input },
      entries?.map((entry) => recordedAnswerSchema.parse(entry)),
    );
  };
  return { sequence, tool: name ?? "", ...(text !== undefined && { arguments: text }), call: call() };
}

/** The calls of the test cases: those of the file, then one of each tool that its server lists. */
export function planCaseCalls(
  tools: ComparedTools,
  listed: readonly AnyTool[],
  file: CaseFile | undefined,
): readonly PlannedCall[] {
  const ofFile = readServerCases(file?.content ?? "").cases.map((one) => ({
    tool: one.tool,
    case: one.name,
    arguments: JSON.stringify(one.arguments),
    call: listed.some(({ name }) => name === one.tool)
      ? planCall(tools, { name: one.tool, input: one.arguments }, one.upstream)
      : "The live version has no such tool.",
  }));
  return [...ofFile, ...listed.map((tool) => planSmokeCall(tools, tool))].map((one, index) => ({
    sequence: index + 1,
    ...one,
  }));
}

function planSmokeCall(tools: ComparedTools, tool: AnyTool): Omit<PlannedCall, "sequence"> {
  const { name } = tool;
  const facts = { tool: name, case: "can be called" };
  try {
    const input = readHarmlessInput(tool);
    return { ...facts, arguments: JSON.stringify(input), call: planCall(tools, { name, input }, undefined) };
  } catch (error) {
    if (error instanceof CaseNotRunError) return { ...facts, call: error.message };
    throw error;
  }
}

function planCall(
  { live, preview }: ComparedTools,
  { name, input }: Omit<RepeatedCall, "upstream">,
  upstream: readonly RecordedAnswer[] | undefined,
): RepeatedCall | string {
  const isReading = (tools: KnownTools) => findTool(tools, name, input)?.annotations?.readOnlyHint === true;
  // Without the tool, the preview rejects the call.
  const isRejected = preview !== undefined && !findTool(preview, name, input);
  if (isReading(live) && (isReading(preview) || isRejected)) return { name, input, upstream: undefined };
  return upstream
    ? { name, input, upstream }
    : "It may change data, and there are no recorded answers of its API that could stand for it.";
}

/** In search mode, the operation that is called. */
function findTool(tools: KnownTools, name: string, input: Input) {
  const called = name === searchCallTool ? formatSearchedTool(String(input.name)) : name;
  return tools?.find((one) => one.name === called);
}
