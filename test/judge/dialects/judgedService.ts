import type { OperationName } from "../../../src/contract/operations.ts";
import type { ConnectionProfile } from "../../../src/core/connection/connectionProfile.ts";
import type { Fields } from "../../support/simulated/json.ts";
import type { SimulatedService } from "../../support/simulated/simulatedService.ts";
import type { Truth } from "../../support/simulated/truth/truth.ts";

/** The client as far as it is judged: by names that come from tables, so that inputs and answers are whatever they are. */
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
  /** Of one call: it is called off when it takes far too long. */
  readonly options: () => CallSignal;
}

/**
 * right; wrong: shown, and not what the service says; reported: not read, and said so; broken: an error that no caller can expect.
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
