import { ForbiddenError, ServiceError } from "../client/errors.ts";
import type { Evidence } from "../contract/evidence.ts";
import type { Asking } from "./dialect.ts";
import { isNotOffered } from "./select/offered.ts";

/** Tells how a call went: what of the answer was recognised, or why there is none. */
export function tell(of: Asking, error?: unknown): void {
  const { dialect, name, told, notes } = of;
  const status = error instanceof ServiceError ? error.status : told.status;
  const outcome = outcomeOf(of, error);
  // What passes says nothing of how a service speaks.
  if (!outcome) return;
  const { fields = {}, unknown = [], unsaid = [], states = [] } = told.shown ?? {};
  dialect.keeper.saveEvidence(name, {
    outcome,
    at: new Date(dialect.context.clock.now()).toISOString(),
    ...(status !== undefined && status > 0 && { status }),
    ...{ fields, unknown: [...unknown], unsaid: [...unsaid], states: [...states] },
    notes: [...notes].map((note) => note.slice(0, 500)).slice(0, 50),
  });
}

function outcomeOf({ notes }: Asking, error: unknown): Evidence["outcome"] | undefined {
  if (error === undefined) return notes.size > 0 ? "assumed" : "recognised";
  if (isNotOffered(error)) return "missing";
  if (error instanceof ForbiddenError) return "forbidden";
  const name = error instanceof Error ? error.name : "";
  return name === "UnclearAnswerError" || name === "RedirectedError" || name === "UnexpectedAnswerError"
    ? "unclear"
    : undefined;
}
