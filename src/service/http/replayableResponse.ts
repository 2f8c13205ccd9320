import type { Operation } from "../../contract/operation.ts";
import { isRecord } from "../../text/record.ts";

/** A response that can be stored and sent again. */
export interface ReplayableResponse {
  readonly status: Operation["success"];
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export function toReplayableResponse(operation: Operation, output: unknown): ReplayableResponse {
  const status = operation.success;
  if (operation.output === null) return { status, text: null, headers: {} };
  const etag = isRecord(output) ? output.etag : undefined;
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return {
    status,
    text: JSON.stringify(output),
    headers: typeof etag === "string" ? { ...headers, ETag: etag } : headers,
  };
}
