import type { TextExpectation } from "./skillCase.ts";

/** One case of a server's case file (`fairlead.tests.yaml`, `.yml` or `.json`). */
export interface ServerCase {
  /** `case:` and the name, made unique. */
  readonly id: string;
  readonly name: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly expect: ServerExpectation;
  /** Where the case begins; counts from 1. */
  readonly line: number;
}

export interface ServerExpectation {
  /** Whether the tool is to fail; false where nothing is said. */
  readonly error: boolean;
  readonly text: TextExpectation | undefined;
  /** Of the structured content, else of the text read as JSON. */
  readonly json: readonly JsonExpectation[];
  /** A JSON schema that the same value must satisfy. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  readonly maxMs: number | undefined;
}

export interface JsonExpectation {
  /** Such as `$.items[0].name`, `$['odd name']`, `$.items[*].id`. */
  readonly path: string;
  readonly equals?: unknown;
  readonly contains?: unknown;
  readonly matches?: string;
  readonly exists?: boolean;
  readonly length?: number;
}
