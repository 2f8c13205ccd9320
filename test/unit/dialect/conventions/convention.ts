import type { PagingProfile } from "../../../../src/contract/dialectProfile.ts";
import type { OperationName } from "../../../../src/contract/operations.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How a service answers, rebuilt from its public documentation with values of our own, and what Fairlead is to make of it. */
export interface Convention {
  /** The documentation it follows, and of when that is. */
  readonly follows: string;
  readonly list: {
    readonly operation: OperationName;
    readonly json: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    /** Of each item the fields that the contract knows. */
    readonly items: readonly Fields[];
    /** How the list goes on: one of the ways that are tried. */
    readonly paging: PagingProfile;
  };
  readonly item: { readonly operation: OperationName; readonly json: unknown; readonly item: Fields };
  readonly error: { readonly json: unknown; readonly message: string; readonly code?: string };
}
