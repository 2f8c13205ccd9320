import * as l10n from "@vscode/l10n";
import { unprovenEnd } from "../contract/operation.ts";
import {
  type ListOperationItem,
  type ListOperationName,
  type OperationInput,
  operationTable,
} from "../contract/operations.ts";
import type { CallOptions, OperationCalls } from "./client.ts";
import type { ClientContext } from "./clientContext.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { ListTooLongError, UnexpectedAnswerError } from "./errors.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The most of one list that is read, because a service may always have a next page. */
interface ListLimits {
  readonly items: number;
  readonly pages: number;
  /** The time in which pages are requested. The time between them is the caller's. */
  readonly readingMs: number;
}

const listLimits: ListLimits = { items: 50_000, pages: 5000, readingMs: 300_000 };
/** A deployment has 100,000 events and more. Their readers do not store them. */
const eventLimits: ListLimits = { ...listLimits, items: 500_000 };

/** The items of all pages, one call a page; a page is read when the items before it are consumed. */
export async function* listItems<N extends ListOperationName>(
  { base, clock }: Pick<ClientContext, "base" | "clock">,
  call: OperationCalls["call"],
  name: N,
  input: OperationInput<N>,
  options: CallOptions | undefined,
): AsyncGenerator<ListOperationItem<N>, void> {
  // The output of a list operation is a page of its items; the compiler cannot infer that from `ListOperationName`.
  const readPage = async (pageInput: object) =>
    (await call(name, pageInput as OperationInput<N>, options)) as Page<ListOperationItem<N>>;
  // Events continue from a sequence, all other lists from an opaque cursor.
  const field = "cursor" in operationTable[name].query.shape ? "cursor" : "after";
  const limits = field === "after" ? eventLimits : listLimits;
  const used = { items: 0, pages: 0, readingMs: 0 };
  const subject = describeFailedCall(name, base.host);
  const seenCursors = new Set<string>();
  let pageInput: object = input;
  while (true) {
    const startedAt = clock.now();
    const { items, nextCursor } = await readPage(pageInput);
    used.readingMs += clock.now() - startedAt;
    used.pages += 1;
    used.items += items.length;
    // `yield*` would wrap each item in another promise.
    for (const item of items) yield item;
    if (nextCursor === null || nextCursor === "" || nextCursor === unprovenEnd) return;
    if (seenCursors.has(nextCursor)) {
      const message = l10n.t`${subject}: the service repeats the page after ${nextCursor}, so the list would never end.`;
      throw new UnexpectedAnswerError(message, { operation: name, host: base.host });
    }
    const reached = describeReachedLimit(used, limits);
    if (reached !== undefined) {
      const message = l10n.t`${subject}: the list goes on after ${reached}, so the rest is not read. Narrow it, for example to one project.`;
      throw new ListTooLongError(message, { operation: name, host: base.host });
    }
    seenCursors.add(nextCursor);
    pageInput = { ...input, [field]: nextCursor };
  }
}

function describeReachedLimit(used: ListLimits, limits: ListLimits): string | undefined {
  if (used.items >= limits.items) return l10n.t`${used.items} items`;
  if (used.pages >= limits.pages) return l10n.t`${used.pages} pages`;
  return used.readingMs >= limits.readingMs ? l10n.t`${limits.readingMs / 60_000} minutes` : undefined;
}
