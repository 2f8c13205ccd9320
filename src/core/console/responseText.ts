import type { RawResponse } from "../../client/client.ts";

export interface ConsoleResponse {
  /** Method and path. */
  readonly request: string;
  readonly at: string;
  readonly response: RawResponse;
  /** Of a POST: requests with the same key take effect once. */
  readonly idempotencyKey: string | undefined;
  readonly note: string | undefined;
}

/** The document truncates longer texts unless the user shows the whole response. */
const longest = 2000;

/** A response as a document: the status and headers, then the unchanged body. */
export function formatResponseText(consoleResponse: ConsoleResponse, isWhole: boolean): string {
  const { response, note } = consoleResponse;
  const cut = isWhole ? 0 : countLong(response.body);
  const notes = [...(note === undefined ? [] : [note]), ...(cut === 0 ? [] : [cutNote(cut)])];
  const shown = {
    status: response.status,
    durationMs: Math.round(response.durationMs),
    requestId: response.requestId ?? null,
    request: consoleResponse.request,
    at: consoleResponse.at,
    ...(consoleResponse.idempotencyKey !== undefined && { idempotencyKey: consoleResponse.idempotencyKey }),
    ...(notes.length > 0 && { note: notes.join(" ") }),
    ...(response.body !== undefined && { body: response.body }),
  };
  return `${JSON.stringify(shown, isWhole ? undefined : cutLong, 2)}\n`;
}

/** Whether the document truncates the response. */
export function isResponseTruncated({ response }: ConsoleResponse): boolean {
  return countLong(response.body) > 0;
}

function cutNote(count: number): string {
  const [texts, are] = count === 1 ? ["text", "is"] : ["texts", "are"];
  return `${count} long ${texts} ${are} cut: Show Whole Answer, above, shows all.`;
}

function cutLong(_name: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= longest) return value;
  return `${value.slice(0, longest).toWellFormed()}... (${value.length} characters in all)`;
}

function countLong(value: unknown): number {
  let count = 0;
  JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === "string" && inner.length > longest) count += 1;
    return inner;
  });
  return count;
}
