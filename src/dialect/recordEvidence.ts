import { ForbiddenError, ServiceError } from "../client/errors.ts";
import type { Evidence } from "../contract/evidence.ts";
import type { DialectCall } from "./dialectCall.ts";
import { isNotOfferedError } from "./send/dialectError.ts";

/** Records how a call went: what of the response was recognised, or why there is none. */
export function recordEvidence(call: DialectCall, error?: unknown): void {
  const { session, name, shown, notes } = call;
  const outcome = outcomeOf(call, error);
  // A temporary failure shows nothing of how a service speaks.
  if (!outcome) return;
  const status = shown.status ?? (error instanceof ServiceError ? error.status : undefined);
  const { fields = {}, unknown = [], unsaid = [], states = [] } = shown.fields ?? {};
  session.store.saveEvidence(name, {
    outcome,
    at: new Date(session.context.clock.now()).toISOString(),
    ...(status !== undefined && status > 0 && { status }),
    ...{ fields, unknown: [...unknown], unsaid: [...unsaid], states: [...states] },
    notes: [...notes].map((note) => note.slice(0, 500)).slice(0, 50),
  });
}

function outcomeOf({ notes }: DialectCall, error: unknown): Evidence["outcome"] | undefined {
  if (error === undefined) return notes.size > 0 ? "assumed" : "recognised";
  if (isNotOfferedError(error)) return "missing";
  if (error instanceof ForbiddenError) return "forbidden";
  const name = error instanceof Error ? error.name : "";
  const isUnclear = name === "UnclearAnswerError" || name === "RedirectedError" || name === "UnexpectedAnswerError";
  return isUnclear ? "unclear" : undefined;
}
