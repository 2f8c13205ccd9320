import type { ServiceClient } from "../../../../src/client/client.ts";
import type { OperationName } from "../../../../src/contract/operations.ts";
import type { Truth } from "../truth.ts";

/** A change that a command of the editor makes. */
export interface ChangeCase {
  readonly name: string;
  readonly operation: OperationName;
  /** Chooses the item in the truth; undefined: the service has none. */
  readonly plan: (truth: Truth) => PlannedChange | undefined;
}

export interface PlannedChange {
  /** What is asked for, in words. */
  readonly wish: string;
  /** The ids or names under which the service counts the effect on the right item. */
  readonly items: readonly string[];
  /** Calls the service as the command does; returns what the command shows or uses next. */
  readonly call: (client: ServiceClient) => Promise<ChangeResult>;
  /** What is not as asked for; undefined: the change is as asked for. */
  readonly check: (after: Truth) => string | undefined;
}

/** The part of a response that the editor uses next. */
export interface ChangeResult {
  /** The id of the new item. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The secret of a new API key. */
  readonly key?: string | undefined;
}

export type ChangeOutcome = "once" | "refusedHonestly" | "falseSuccess" | "falseFailure" | "twice" | "wrongItem";
