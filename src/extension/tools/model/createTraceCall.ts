import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { CallTrace } from "../../../contract/routes/recordingRoutes.ts";
import { createRecordedEntries } from "../../../testcases/recordedAnswers.ts";
import { tryParseExactJson } from "../../../text/number/readExactJson.ts";
import { isRecord } from "../../../text/record.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { TraceView } from "../../../webview/protocol/deploymentPanelMessages.ts";
import { createContentViews } from "./createContentViews.ts";
import type { ToolCall } from "./runningToolCall.ts";

const uri = z.string();
const mimeType = z.string().optional();
const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.enum(["image", "audio"]), mimeType: z.string(), data: z.string() }),
  z.object({
    type: z.literal("resource"),
    resource: z.union([z.object({ uri, mimeType, text: z.string() }), z.object({ uri, mimeType, blob: z.string() })]),
  }),
  z.object({ type: z.literal("resource_link"), uri, name: z.string(), description: z.string().optional() }),
]);
const resultSchema = z.object({ content: z.array(z.unknown()).optional(), structuredContent: z.unknown().optional() });

/** A recorded call as the page of its deployment shows it. */
export function createTraceView(trace: CallTrace): TraceView {
  const { sequence, at, tool, state, ms, bytes, client, keyName, error, exchanges } = trace;
  const given = trace.arguments === undefined ? undefined : tryParseExactJson(trace.arguments);
  return {
    sequence,
    at,
    state,
    bytes,
    durationMs: ms,
    ...readResult(trace),
    ...(exchanges && { exchanges }),
    tool: tool ?? l10n.t("unknown tool"),
    caller: [client, keyName].filter(Boolean).join(" · "),
    ...(given !== undefined && { arguments: JSON.stringify(given, undefined, 2) }),
    ...(error !== undefined && { error }),
    notes: listNotes(trace),
  };
}

/** A recorded call as one that can be kept as a test case; undefined: its arguments or its result were not recorded. */
export function createTraceCall(trace: CallTrace): ToolCall | undefined {
  const { sequence, at, state, ms, exchanges } = trace;
  const given = trace.arguments === undefined ? undefined : tryParseExactJson(trace.arguments);
  const result = readResult(trace);
  if (!isRecord(given) || !result.content || state === "unknown") return undefined;
  return {
    view: {
      id: String(sequence),
      at,
      arguments: { ...given },
      state,
      durationMs: ms,
      ...result,
      ...(exchanges && { exchanges }),
    },
  };
}

function readResult({ result }: CallTrace): Pick<TraceView, "content" | "structured"> {
  const parsed = result === undefined ? undefined : resultSchema.safeParse(tryParseJson(result)).data;
  if (!parsed) return {};
  const content = (parsed.content ?? []).flatMap((one) => {
    const known = part.safeParse(one).data;
    return known ? createContentViews([known]) : [];
  });
  return { content, ...(parsed.structuredContent !== undefined && { structured: parsed.structuredContent }) };
}

function listNotes({ state, omitted, exchanges = [], error }: CallTrace): string[] {
  const texts = {
    arguments: l10n.t("The arguments are too large to be recorded."),
    result: l10n.t("The result is too large to be recorded."),
    exchanges: l10n.t(
      "What the server sent for this call is not visible. It is visible for the tools of a server that this version of Fairlead generated from an OpenAPI document. A case of the call runs with the API.",
    ),
  } as const satisfies Record<CallTrace["omitted"][number], string>;
  const isCut = exchanges.length > 0 && !createRecordedEntries(exchanges);
  const isLost = state === "unknown" && error === undefined && !omitted.includes("result");
  return [
    ...omitted.map((one) => texts[one]),
    ...(isLost
      ? [l10n.t("The result is not known: the caller left before it, or it did not come in the response.")]
      : []),
    ...(isCut
      ? [l10n.t("An answer of the API is missing or too large, so a case of this call runs with the API.")]
      : []),
  ];
}
