import {
  type ListOperationItem,
  type ListOperationName,
  type OperationInput,
  operationTable,
} from "../contract/operations.ts";
import type { CallOptions, OperationCalls, ServiceClient, ServiceClientOptions } from "./client.ts";
import { type ClientContext, createClientContext } from "./clientContext.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { UnexpectedAnswerError } from "./errors.ts";
import type { EventSource } from "./events/eventFollower.ts";
import { followEvents } from "./events/followEvents.ts";
import { createContractCalls, reportFailures } from "./pipeline.ts";

/** How a service is called: as the contract says, or in a dialect of its own. */
export interface ServiceProtocol extends OperationCalls, Pick<EventSource, "prepare" | "stream"> {
  /** Stops background work. */
  close?(): void;
}

/** A client that speaks the contract, or another protocol in its place. */
export function createServiceClient(
  options: ServiceClientOptions,
  selectProtocol: (context: ClientContext, contract: OperationCalls) => ServiceProtocol = (_, contract) => contract,
): ServiceClient {
  const context = createClientContext(options);
  return createProtocolClient(context, selectProtocol(context, createContractCalls(context)));
}

export function createProtocolClient(context: ClientContext, protocol: ServiceProtocol): ServiceClient {
  const { calls, throwEventsError } = reportFailures(context, protocol);
  const list: ServiceClient["list"] = (name, input, options) => listItems(context, calls.call, name, input, options);
  const source: EventSource = {
    call: calls.call,
    list,
    prepare: async (options) => protocol.prepare?.(options).catch(throwEventsError),
    stream: protocol.stream,
    onStreamError: throwEventsError,
  };
  return {
    ...calls,
    list,
    events: (deploymentId, options) => followEvents(context, source, deploymentId, options),
    close: () => {
      protocol.close?.();
      return context.close();
    },
  };
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The items of all pages, one call a page; a page is read when the items before it are consumed. */
async function* listItems<N extends ListOperationName>(
  { base }: Pick<ClientContext, "base">,
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
  const seenCursors = new Set<string>();
  let pageInput: object = input;
  while (true) {
    const { items, nextCursor } = await readPage(pageInput);
    // `yield*` would wrap each item in another promise.
    for (const item of items) yield item;
    if (nextCursor === null || nextCursor === "") return;
    if (seenCursors.has(nextCursor)) {
      const message = `${describeFailedCall(name, base.host)}: the service repeats the page after ${nextCursor}, so the list would never end.`;
      throw new UnexpectedAnswerError(message, { operation: name, host: base.host });
    }
    seenCursors.add(nextCursor);
    pageInput = { ...input, [field]: nextCursor };
  }
}
