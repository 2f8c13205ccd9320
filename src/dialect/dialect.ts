import type { CallOptions } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import type { CallErrorContext, ServiceError } from "../client/errors.ts";
import type { HttpResponse, HttpStreamLimits } from "../client/network/httpDispatchHandler.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import type { SelectorProfile } from "../contract/dialectProfile.ts";
import type { HttpMethod } from "../contract/operation.ts";
import type { OperationName } from "../contract/operations.ts";
import type { UnknownRecord } from "../text/record.ts";
import type { EventLogs } from "./events/eventLog.ts";
import type { SeenItems } from "./list/seenItems.ts";
import type { Learning } from "./read/learning.ts";
import type { Shown } from "./read/shown.ts";
import type { SeenPage } from "./recognise/recognisePaging.ts";

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

/** A request as another service wants it. */
export interface Sending {
  readonly operation: OperationName;
  readonly options: CallOptions;
  readonly query?: Readonly<Record<string, string>>;
  /** In place of path and query: where a list goes on, or a thing that was made is. Of the service's own origin. */
  readonly url?: URL | undefined;
  /** Reads where the operation would change. */
  readonly method?: HttpMethod;
  readonly select?: Selecting | undefined;
  readonly body?: unknown;
  /** What was asked for, as the contract has it. */
  readonly given?: object;
  readonly encoding?: "form" | "json";
  readonly headers?: Readonly<Record<string, string>>;
  readonly stream?: HttpStreamLimits;
}

/** How one of a resource is named in a request, and the value that names it. */
export interface Selecting {
  readonly by: SelectorProfile;
  readonly value: string;
}

/** What came, read as JSON where it is any. */
export interface Received {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly json: unknown;
  readonly text: string;
}

export interface Got extends Received {
  readonly circumstances: CallErrorContext;
  /** Where it is no success, whatever its status. */
  readonly refusal: ServiceError | undefined;
}

/** A page that was read before it was asked for, by the cursor it stands at. */
export interface Ahead {
  readonly at: string;
  readonly page: ReadPage;
}

/** A list that is being read, page by page. */
export interface Listing {
  readonly number: number;
  /** By id, on which page an item was handed out: lists change while they are read. */
  readonly handedOut: Map<string, number>;
  /** Where it went on, by the page that was there. */
  readonly places: Map<string, number>;
  /** Read to see whether its parameter is understood, or handed out in parts; let go, it is asked for again. */
  ahead: Ahead | undefined;
}

/** The lists read last: whoever goes on with an older one may get an item twice. */
export interface Listings {
  begin(): Listing;
  goOn(number: number): Listing;
  /** Nobody goes on with it. */
  end(listing: Listing): void;
}

/** A page as the contract has it, with what is needed to go on. */
export interface ReadPage {
  readonly items: readonly UnknownRecord[];
  /** The same items as they came. */
  readonly given: readonly UnknownRecord[];
  readonly seen: SeenPage;
  readonly shown: Shown;
}
