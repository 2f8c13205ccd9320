import type { OperationName } from "../../../../src/contract/operations.ts";
import type { NextPage } from "../../../../src/dialect/list/nextPage.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Responses of a service, made from its public documentation with values of our own, and what the contract has of them. */
export interface Convention {
  /** The preset that its responses show. */
  readonly preset?: string;
  /** States that no table has. */
  readonly states?: readonly string[];
  /** The documentation that it follows, with its date. */
  readonly follows: string;
  readonly list: {
    readonly operation: OperationName;
    readonly json: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    /** Fields of each item as the contract has them. */
    readonly items: readonly Fields[];
    readonly next: NextPage;
  };
  readonly item: { readonly operation: OperationName; readonly json: unknown; readonly item: Fields };
  readonly error: { readonly json: unknown; readonly message: string; readonly code?: string };
}
