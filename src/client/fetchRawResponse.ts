import { readJson } from "../text/readJson.ts";
import type { HttpResponse } from "./network/httpDispatchHandler.ts";
import { type OperationCall, prepareCall, sendWithRetries } from "./performCall.ts";
import { redactSecretTexts } from "./redaction.ts";
import type { ClientContext } from "./sendAttempt.ts";

/** An answer as it came, whatever its status; the key and the client's secret are taken out of it. */
export interface RawResponse {
  readonly status: number;
  readonly requestId: string | undefined;
  /** From the first attempt to the end of the last one. */
  readonly durationMs: number;
  /** Its JSON, or its text where it is none; undefined where there is no body. */
  readonly body: unknown;
}

/** Calls and answers what the service said, refusals like successes. */
export async function fetchRawResponse(context: ClientContext, call: OperationCall): Promise<RawResponse> {
  const prepared = await prepareCall(context, call);
  const started = context.clock.now();
  const outcome = await sendWithRetries(context, call, prepared);
  const durationMs = context.clock.now() - started;
  const told = ({ status, text }: HttpResponse, requestId: string | undefined): RawResponse => {
    return { status, requestId, durationMs, body: bodyOf(redactSecretTexts(text, prepared.unsaid.secrets)) };
  };
  if (outcome.kind === "answered") return told(outcome.answer, outcome.circumstances.requestId);
  if (outcome.refused === undefined) throw outcome.error;
  return told(outcome.refused, outcome.error.requestId);
}

function bodyOf(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return readJson(text);
  } catch {
    return text;
  }
}
