import * as z from "zod";
import type { Operation } from "../../contract/operation.ts";

/** An answer that can be kept and given again. */
export interface Answer {
  readonly status: number;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const tagged = z.looseObject({ etag: z.string() });

export function toAnswer(operation: Operation, output: unknown): Answer {
  const status = operation.success;
  if (operation.output === null) return { status, text: null, headers: {} };
  const item = tagged.safeParse(output);
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return {
    status,
    text: JSON.stringify(output),
    headers: item.success ? { ...headers, ETag: item.data.etag } : headers,
  };
}

export function toResponse({ status, text, headers }: Answer): Response {
  return new Response(text, { status, headers });
}
