import type { CallOptions } from "../client/client.ts";
import type { ClientContext } from "../client/clientContext.ts";
import type { CallErrorContext, ServiceError } from "../client/errors.ts";
import type { HttpResponse } from "../client/network/httpDispatchHandler.ts";
import type { ProfileStore } from "../client/profileStore.ts";
import type { SelectorProfile } from "../contract/dialectProfile.ts";
import type { Evidence } from "../contract/evidence.ts";
import type { HttpMethod } from "../contract/operation.ts";
import type { OperationName } from "../contract/operations.ts";
import type { UnknownRecord } from "../text/record.ts";
import type { EventLogs } from "./events/eventLog.ts";
import type { Places } from "./read/findFields.ts";

/** What a client of another service has learned and remembers for as long as it lives. */
export interface DialectSession {
  readonly context: ClientContext;
  readonly store: ProfileStore;
  readonly logs: EventLogs;
  /** By resource: how its items were written when they were last read. */
  readonly samples: Map<string, ItemSample>;
  /** Operations for one item that the service lacks: its list has the item. */
  readonly listedOnly: Set<OperationName>;
  /** Requests of the console that the service accepted, by `requestKey`: they are not confirmed again. */
  readonly accepted: Set<string>;
  /** The responses on their way, by what is the same of requests whose response is the same; none after a change. */
  readonly reads: Map<string, Promise<DialectResponse>>;
  /** The pages of a list from the first one on: how an item is selected can be in the list of its kind. */
  readonly readPages: (call: DialectCall) => AsyncIterable<WireItems>;
}

/** The items of a list as they came. */
export interface WireItems {
  readonly wireItems: readonly UnknownRecord[];
  /** The ids that the service states, also those that several items have. */
  readonly ids: readonly (string | undefined)[];
}

/** How the items of a resource are written: names for bodies come from here. */
export interface ItemSample {
  readonly places: Places;
  readonly item: UnknownRecord;
  /** What the profile said of such items then, by `answersOn`. */
  readonly answers: string;
}

/** A call in progress. */
export interface DialectCall {
  readonly session: DialectSession;
  readonly name: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
  /** What the response showed. */
  readonly shown: { fields?: ResponseFields; status?: number };
  readonly budget: { requests: number; leftMs: () => number };
}

/** What the items of a response showed of the contract's fields. */
export type ResponseFields = Pick<Evidence, "fields" | "states">;

/** One request in the service's own form. */
export interface DialectRequest {
  readonly operation: OperationName;
  readonly options: CallOptions;
  readonly query?: Readonly<Record<string, string>>;
  /** In place of path and query; at the service's own origin. */
  readonly url?: URL | undefined;
  /** Reads where the operation would change. */
  readonly method?: HttpMethod;
  readonly select?: Selection | undefined;
  readonly body?: unknown;
  /** The input of the call, whose secrets must not be shown. */
  readonly given?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a request names one item. */
export interface Selection {
  readonly by: SelectorProfile;
  readonly value: string;
}

/** A response, read as JSON if it is any. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly json: unknown;
  readonly text: string;
}

export interface DialectResponse extends ReceivedResponse {
  readonly circumstances: CallErrorContext & { readonly operation: OperationName };
  /** The error, if the response is no success, whatever its status. */
  readonly refusal: ServiceError | undefined;
}
