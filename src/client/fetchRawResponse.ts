import { readJson } from "../text/readJson.ts";
import type { WireAnswer } from "./network/httpDispatchHandler.ts";
import { type Call, prepare, settle } from "./performCall.ts";
import { withoutSecrets } from "./redaction.ts";
import type { CallContext } from "./sendAttempt.ts";

/** An answer as it came, whatever its status; the key and the client's secret are taken out of it. */
export interface Exchanged {
  readonly status: number;
  readonly requestId: string | undefined;
  /** From the first attempt to the end of the last one. */
  readonly durationMs: number;
  /** Its JSON, or its text where it is none; undefined where there is no body. */
  readonly body: unknown;
}

/** Calls and answers what the service said, refusals like successes. */
export async function exchange(context: CallContext, call: Call): Promise<Exchanged> {
  const prepared = await prepare(context, call);
  const started = context.clock.now();
  const outcome = await settle(context, call, prepared);
  const durationMs = context.clock.now() - started;
  const told = ({ status, text }: WireAnswer, requestId: string | undefined): Exchanged => {
    return { status, requestId, durationMs, body: bodyOf(withoutSecrets(text, prepared.unsaid.secrets)) };
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
