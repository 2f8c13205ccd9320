import type { CallOptions } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import type { ServiceProtocol } from "../client/createServiceClient.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import {
  type OperationInput,
  type OperationName,
  operationTable,
  type ReceivedOutput,
} from "../contract/operations.ts";
import { startAsking } from "./asking.ts";
import { change } from "./change/changes.ts";
import type { Asking, Dialect } from "./dialect.ts";
import { createStream } from "./events/dialectStream.ts";
import { createEventLogs } from "./events/eventLog.ts";
import { readAfter, readEvents } from "./events/readEvents.ts";
import { tell } from "./evidenceOf.ts";
import { subjectOf } from "./language/subjects.ts";
import { createListings } from "./list/listing.ts";
import { readAnyPage } from "./list/lists.ts";
import { createSeenItems } from "./list/seenItems.ts";
import { exchangeAs, rawOf } from "./rawAnswer.ts";
import { withIdentity } from "./read/itemIdentity.ts";
import { createLearning } from "./read/learning.ts";
import { readOne } from "./select/oneOf.ts";

/**
 * Calls a service that says what the contract says in its own way, and learns that way from its answers.
 *
 * Once for a connection, `connect/findDialect.ts` finds out whether it is the contract after all, how it takes the key (`reach.ts`)
 * and what its own document says (`openApi/`). Then each call goes like this:
 *
 * 1. `asking.ts` begins it: what is asked, what was seen on the way, and how many requests and how much time it may cost.
 * 2. `list/lists.ts` reads a list, `select/oneOf.ts` one item, `events/` a log; `change/changes.ts` changes something.
 * 3. `select/selecting.ts` finds out by reading how one of many is named; a change is sent only in a way that `proveSelector.ts` has
 *    proven, and again only after a refusal that proves that nothing took effect (`refusedChange.ts`).
 * 4. `send/send.ts` sends it as the profile says and tells refusals from answers, whatever their status.
 * 5. `read/readAnswer.ts` has the list, the item and the fields found (`recognise/`) by what services call them (`language/`), and
 *    turns them into the contract's values (`normalise.ts`). What the contract does not know is kept beside them.
 * 6. `list/pages.ts` hands out pages and filters them; `provePaging.ts` proves how the list goes on by reading what follows.
 * 7. What was learned is kept at once (`read/learning.ts`), and `evidenceOf.ts` tells how it went: the compatibility report.
 */
export function createDialectProtocol(context: ClientContext, keeper: ProfileStore): ServiceProtocol {
  const dialect = createDialect(context, keeper);
  const read = (id: string, options: CallOptions) => readEvents(dialect, id, options, tell);
  return {
    // The one place where what was normalised by the shape of a schema gets the type of that schema.
    call: async <N extends OperationName>(name: N, input: OperationInput<N>, options: CallOptions = {}) =>
      (await answer(dialect, name, input, options, read)) as ReceivedOutput<N>,
    fetchJson: (name, input, options = {}) => rawOf(startAsking(dialect, name, input, options)),
    fetchResponse: (name, input, options = {}) => exchangeAs(startAsking(dialect, name, input, options)),
    stream: createStream(dialect, (id, signal) => read(id, { signal })),
  };
}

function createDialect(context: ClientContext, keeper: ProfileStore): Dialect {
  return {
    context,
    keeper,
    knowledge: createLearning(keeper),
    seen: createSeenItems(),
    listings: createListings(),
    logs: createEventLogs(),
    named: new Map(),
    unpaged: new Set(),
    streamless: new Set(),
    telling: new Set(),
    missedAt: new Map(),
    madeAt: context.clock.now(),
  };
}

type ReadLog = (id: string, options: CallOptions) => ReturnType<typeof readEvents>;

async function answer(dialect: Dialect, name: OperationName, input: object, options: CallOptions, read: ReadLog) {
  const of = startAsking(dialect, name, input, options);
  if (name === "deployment.events") {
    const { id, after = 0 } = of.input;
    return eventsPage(of, await readAfter(() => read(String(id), options), Number(after)));
  }
  try {
    const result = await answerOf(of);
    tell(of);
    return withIdentity(of, result);
  } catch (error) {
    tell(of, error);
    throw error;
  }
}

function answerOf(of: Asking): Promise<unknown> {
  if (operationTable[of.name].method !== "GET") return change(of);
  return subjectOf(of.name)?.kind === "list" ? readAnyPage(of) : readOne(of);
}

/** As the contract has it: after a sequence, and the last one as cursor while there are more. */
function eventsPage({ input }: Asking, log: Awaited<ReturnType<ReadLog>>) {
  const all = log.after(Number(input.after ?? 0));
  const items = all.slice(0, Number(input.limit ?? 200));
  const hasMore = items.length < all.length || (log.hasMore && items.length > 0);
  return { items, nextCursor: hasMore ? String(items.at(-1)?.sequence) : null };
}
