import { createHash } from "node:crypto";
import * as z from "zod";
import type { Operation } from "../../contract/operation.ts";
import { isRecord } from "../../text/record.ts";
import type { Caller, ServiceContext } from "../context.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { insertRow } from "../storage/writeItems.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** The time for which a response can be replayed. */
const retentionMs = 24 * 60 * 60 * 1000;

const recordRow = z.object({
  fingerprint: z.string(),
  status: z.literal([200, 201, 202, 204]),
  headers_json: jsonColumn(z.record(z.string(), z.string())),
  body: z.string().nullable(),
});

interface IdempotentRequest {
  readonly caller: Caller;
  readonly key: string;
  /** Two requests with equal fingerprints are the same. */
  readonly fingerprint: string;
}

export function fingerprintRequest(request: Request, body: string): string {
  const { pathname, search } = new URL(request.url);
  const organization = request.headers.get("Fairlead-Organization") ?? "";
  const head = `${request.method} ${pathname}${search}${organization && ` ${organization}`}\n`;
  return createHash("sha256").update(head).update(body).digest("base64url");
}

/**
 * Runs `task` once for a caller's key: a repeated request gets the first response. The effect and the record of the response
 * share one transaction. Failures are not recorded: they had no effect and can be retried.
 */
export function runIdempotently(
  context: ServiceContext,
  request: IdempotentRequest,
  task: () => ReplayableResponse,
): ReplayableResponse {
  checkKey(request.key);
  return context.db.transaction(() => {
    context.db.run("DELETE FROM idempotency WHERE created_at < ?", expiryLimit(context));
    const recorded = findRecordedResponse(context, request);
    if (recorded) return recorded;
    const response = task();
    recordResponse(context, request, response);
    return response;
  });
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw new ServiceProblem("invalid_request", "The Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

function findRecordedResponse(
  context: ServiceContext,
  { caller, key, fingerprint }: IdempotentRequest,
): ReplayableResponse | undefined {
  const record = context.db.get(
    recordRow,
    `SELECT fingerprint, status, headers_json, body FROM idempotency
     WHERE key_id = ? AND idempotency_key = ?`,
    caller.keyId,
    key,
  );
  if (!record) return undefined;
  if (record.fingerprint !== fingerprint) {
    throw new ServiceProblem(
      "idempotency_mismatch",
      "This Idempotency-Key was used for another request. Use a new key.",
    );
  }
  const text = record.body === null ? null : context.secrets.open(record.body, sealPurpose(caller, key));
  return { status: record.status, text, headers: { ...record.headers_json, "Idempotent-Replayed": "true" } };
}

/** Encrypts the response body, because it may contain an API key. */
function recordResponse(
  context: ServiceContext,
  { caller, key, fingerprint }: IdempotentRequest,
  response: ReplayableResponse,
): void {
  insertRow(context.db, "idempotency", {
    key_id: caller.keyId,
    idempotency_key: key,
    fingerprint,
    status: response.status,
    headers_json: JSON.stringify(response.headers),
    body: response.text === null ? null : context.secrets.seal(response.text, sealPurpose(caller, key)),
    created_at: context.clock().toISOString(),
  });
}

function expiryLimit(context: ServiceContext): string {
  return new Date(context.clock().getTime() - retentionMs).toISOString();
}

const sealPurpose = (caller: Caller, key: string) => `idempotency ${caller.keyId} ${key}`;

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
