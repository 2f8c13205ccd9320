import { createHash } from "node:crypto";
import * as z from "zod";
import type { Caller, ServiceContext } from "../context.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import type { ReplayableResponse } from "./replayableResponse.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** How long an answer is kept for a repetition. */
const keptMs = 24 * 60 * 60 * 1000;

const recordRow = z.object({
  fingerprint: z.string(),
  status: z.literal([200, 201, 202, 204]),
  headers_json: jsonColumn(z.record(z.string(), z.string())),
  body: z.string().nullable(),
});

interface Once {
  readonly caller: Caller;
  readonly key: string;
  /** What makes two requests the same. */
  readonly fingerprint: string;
}

export function fingerprintRequest(request: Request, body: string): string {
  const { pathname, search } = new URL(request.url);
  const organization = request.headers.get("Fairlead-Organization") ?? "";
  const head = `${request.method} ${pathname}${search}${organization && ` ${organization}`}\n`;
  return createHash("sha256").update(head).update(body).digest("base64url");
}

/**
 * Runs `work` once for a caller's key: a repetition gets the first answer again. Its effect and the record of its answer are
 * one transaction. Failures are not kept: they had no effect, and may be tried again.
 */
export function runIdempotently(
  context: ServiceContext,
  once: Once,
  work: () => ReplayableResponse,
): ReplayableResponse {
  checkKey(once.key);
  return context.db.transaction(() => {
    context.db.run("DELETE FROM idempotency WHERE created_at < ?", oldest(context));
    const known = recall(context, once);
    if (known) return known;
    const answer = work();
    keep(context, once, answer);
    return answer;
  });
}

function checkKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw new ServiceProblem("invalid_request", "The Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

function recall(context: ServiceContext, { caller, key, fingerprint }: Once): ReplayableResponse | undefined {
  const record = context.db.get(
    recordRow,
    `SELECT fingerprint, status, headers_json, body FROM idempotency
     WHERE key_id = ? AND idempotency_key = ?`,
    caller.keyId,
    key,
  );
  if (!record) return undefined;
  if (record.fingerprint !== fingerprint) {
    throw new ServiceProblem("idempotency_mismatch", "This Idempotency-Key came with another request before.");
  }
  const text = record.body === null ? null : context.secrets.open(record.body, about(caller, key));
  return { status: record.status, text, headers: { ...record.headers_json, "Idempotent-Replayed": "true" } };
}

/** Sealed, because an answer may hold a key. */
function keep(context: ServiceContext, { caller, key, fingerprint }: Once, answer: ReplayableResponse): void {
  context.db.run(
    `INSERT INTO idempotency (key_id, idempotency_key, fingerprint, status, headers_json, body, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    caller.keyId,
    key,
    fingerprint,
    answer.status,
    JSON.stringify(answer.headers),
    answer.text === null ? null : context.secrets.seal(answer.text, about(caller, key)),
    context.clock().toISOString(),
  );
}

function oldest(context: ServiceContext): string {
  return new Date(context.clock().getTime() - keptMs).toISOString();
}

const about = (caller: Caller, key: string) => `idempotency ${caller.keyId} ${key}`;
