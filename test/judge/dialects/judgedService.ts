import type { OperationName } from "../../../src/contract/operations.ts";
import type { ConnectionProfile } from "../../../src/core/connection/connectionProfile.ts";
import type { Fields } from "../../support/simulated/json.ts";
import type { SimulatedService } from "../../support/simulated/simulatedService.ts";
import type { Truth } from "../../support/simulated/truth/truth.ts";

/** The client interface for the judge. Operation names come from tables, so inputs and responses are not typed. */
export interface LooseClient {
  call(name: OperationName, input: Fields, options: CallSignal): Promise<unknown>;
  list(name: OperationName, input: Fields, options: CallSignal): AsyncIterable<unknown>;
  events(deploymentId: string, options: { readonly signal: AbortSignal }): AsyncIterable<unknown>;
}

export interface CallSignal {
  readonly signal: AbortSignal;
}

/** A judged service. */
export interface JudgedDialect {
  readonly seed: number;
  readonly client: LooseClient;
  readonly service: SimulatedService;
  readonly truth: Truth;
  /** The client's evidence of its mappings. */
  readonly evidence: ConnectionProfile["evidence"];
  /** Options of one call; the call is aborted when it takes too long. */
  readonly options: () => CallSignal;
}

/**
 * `wrong`: the displayed data differs from the service's data; `reported`: the client reports that it cannot read it; `broken`: an
 * undocumented error.
 */
export type ReadOutcome = "right" | "wrong" | "reported" | "broken";

export interface ReadVerdict {
  readonly seed: number;
  readonly surface: string;
  readonly operation: OperationName;
  readonly outcome: ReadOutcome;
  readonly detail: string;
  readonly requests: number;
}

export interface ChangeVerdict {
  readonly seed: number;
  readonly operation: OperationName;
  readonly outcome: "once" | "none" | "twice" | "wrongItem" | "untold" | "lessThanAsked";
  readonly detail: string;
}
