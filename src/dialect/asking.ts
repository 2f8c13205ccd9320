import type { CallOptions } from "../client/callOptions.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import type { ClientContext } from "../client/sendAttempt.ts";
import { startDeadline } from "../client/startDeadline.ts";
import type { SelectorProfile } from "../contract/dialectProfile.ts";
import type { OperationName } from "../contract/operations.ts";
import type { UnknownRecord } from "../text/record.ts";
import type { EventLogs } from "./events/eventLog.ts";
import { type Style, styleOf } from "./language/style.ts";
import { resourceOf } from "./language/subjects.ts";
import type { Listings } from "./list/listing.ts";
import type { SeenItems } from "./list/seenItems.ts";
import type { Learning } from "./read/learning.ts";
import type { Shown } from "./read/shown.ts";
import { unclear } from "./send/dialectError.ts";
import { type Got, type Sending, send } from "./send/send.ts";

/** What a client of another service knows and remembers. */
export interface Dialect {
  readonly context: ClientContext;
  readonly keeper: ProfileStore;
  readonly knowledge: Learning;
  readonly seen: SeenItems;
  readonly listings: Listings;
  readonly logs: EventLogs;
  /** Names of parameters that the service itself asked for when one of a resource was to be named. */
  readonly named: Map<string, Map<string, SelectorProfile["in"]>>;
  /** Lists that say nothing of pages, and showed none. */
  readonly unpaged: Set<OperationName>;
  /** What answered with a list when a stream was asked for. */
  readonly streamless: Set<OperationName>;
  /** Changes that are known to answer with what they made. */
  readonly telling: Set<OperationName>;
  /** When it was last tried what the service does not offer. */
  readonly missedAt: Map<OperationName, number>;
  readonly madeAt: number;
}

/** A call under way: what was asked, and what it may still cost. */
export interface Asking {
  readonly dialect: Dialect;
  readonly name: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  /** What was tried and what it showed, for the evidence. */
  readonly notes: Set<string>;
  /** What its answer showed. */
  readonly told: { shown?: Shown | undefined; status?: number };
  readonly budget: { requests: number; readonly leftMs: () => number };
  /** Is told of all that a page of the list holds, before what came twice is left out. */
  readonly onPage?:
    | ((items: readonly UnknownRecord[], given: readonly UnknownRecord[], page: number) => void)
    | undefined;
}

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
