import type { CallOptions } from "../client/client.ts";
import { startDeadline } from "../client/startDeadline.ts";
import type { OperationName } from "../contract/operations.ts";
import type { Asking, Dialect, Got, Sending } from "./dialect.ts";
import { type Style, styleOf } from "./language/style.ts";
import { resourceOf } from "./language/subjects.ts";
import { unclear } from "./send/dialectError.ts";
import { send } from "./send/send.ts";

const most = { requests: 60, ms: 30_000 } as const;
/** Ways that are tried to find out one thing. */
export const mostTries = 8;

export function startAsking(dialect: Dialect, name: OperationName, input: object, options: CallOptions): Asking {
  const leftMs = startDeadline(dialect.context.clock, options.deadlineMs ?? most.ms);
  return {
    ...{ dialect, name, input: { ...input }, options },
    notes: new Set(),
    told: {},
    budget: { requests: most.requests, leftMs },
  };
}

/** Another operation asked for the sake of the first, at its cost. */
export function asking(first: Asking, name: OperationName, input: object): Asking {
  const { ifMatch, ...options } = first.options;
  return { ...first, name, input: { ...input }, options, told: {}, onPage: undefined };
}

/** How the service writes names where it speaks of what is asked about. */
export function styleHere({ dialect, name }: Asking): Style {
  return styleOf(dialect.knowledge.profile(), resourceOf(name));
}

/** Sends one request of a call. */
export async function request(of: Asking, sending: Omit<Sending, "operation" | "options">): Promise<Got> {
  const { dialect, name, options, budget } = of;
  const leftMs = budget.leftMs();
  if (budget.requests <= 0 || leftMs <= 0) throw unclear(of, "no answer was understood after many requests");
  budget.requests -= 1;
  const got = await send(dialect.context, dialect.knowledge.profile(), {
    ...sending,
    operation: name,
    given: of.input,
    options: { ...options, deadlineMs: leftMs },
  });
  of.told.status = got.status;
  return got;
}
