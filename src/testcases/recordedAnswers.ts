import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { RecordedAnswer, UpstreamExchange } from "../contract/mcp/upstreamExchange.ts";

const body = z.unknown().optional();

/** An answer of an API as a case file holds it. */
const entrySchema = z.strictObject({
  request: z.strictObject({
    method: z.string().min(1).max(20).describe(l10n.t("The method of the request, such as `GET`.")),
    path: z
      .string()
      .startsWith("/")
      .max(10_000)
      .describe(l10n.t("The path with the query, such as `/pets?limit=2`. `***` matches any text.")),
    body: body.describe(l10n.t("The body of the request, as a text or as JSON; by default any body.")),
  }),
  response: z.strictObject({
    status: z.int().min(100).max(599).describe(l10n.t("The status of the answer.")),
    contentType: z.string().max(200).optional().describe(l10n.t("The media type of the body.")),
    body: body.describe(l10n.t("The body of the answer, as a text or as JSON.")),
    base64: z.boolean().optional().describe(l10n.t("Whether the body is the base64 of its bytes.")),
  }),
});
export type RecordedAnswerEntry = z.output<typeof entrySchema>;

const formatBody = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

export const recordedAnswerSchema = entrySchema.transform(({ request, response }): RecordedAnswer => {
  const { status, contentType, base64 } = response;
  return {
    method: request.method,
    path: request.path,
    status,
    ...(request.body !== undefined && { body: formatBody(request.body) }),
    ...(contentType !== undefined && { contentType }),
    ...(response.body !== undefined && { responseBody: formatBody(response.body) }),
    ...(base64 !== undefined && { isBase64: base64 }),
  };
});

/** Returns undefined for exchanges that cannot be replayed: there are none, one has no response, or a body was cut. */
export function createRecordedEntries(exchanges: readonly UpstreamExchange[]): RecordedAnswerEntry[] | undefined {
  const entries = new Map<string, RecordedAnswerEntry>();
  for (const exchange of exchanges) {
    const entry = createEntry(exchange);
    if (!entry) return undefined;
    // A refused request is sent again with a new token: its last answer counts.
    entries.set(JSON.stringify(entry.request), entry);
  }
  return entries.size === 0 ? undefined : [...entries.values()];
}

function createEntry(exchange: UpstreamExchange): RecordedAnswerEntry | undefined {
  const { method, url, requestBody, status, responseHeaders, responseBody } = exchange;
  if (status === undefined || requestBody?.cutFrom !== undefined || responseBody?.cutFrom !== undefined)
    return undefined;
  const path = /^[^:]+:\/\/[^/]+(.*)$/.exec(url)?.[1] ?? "/";
  const contentType = responseHeaders["content-type"];
  return {
    request: { method, path, ...(requestBody && !requestBody.isBase64 && { body: requestBody.text }) },
    response: {
      status,
      ...(contentType !== undefined && { contentType }),
      ...(responseBody && { body: responseBody.text }),
      ...(responseBody?.isBase64 && { base64: true }),
    },
  };
}
