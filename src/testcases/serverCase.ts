import type { RecordedAnswer } from "../contract/mcp/upstreamExchange.ts";
import type { TextExpectation } from "./skillCase.ts";

/** One case of a server's case file (`fairlead.tests.yaml`, `.yml` or `.json`). */
export interface ServerCase {
  /** `case:` and the words of the name, such as `case:is-missing`; unique in the file. */
  readonly id: string;
  readonly name: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly expect: ServerExpectation;
  /** The answers that stand for the API; undefined: the API is called. */
  readonly upstream: readonly RecordedAnswer[] | undefined;
  /** The first line of the case, counting from 1. */
  readonly line: number;
}

export interface ServerExpectation {
  /** Whether the tool must fail. */
  readonly error: boolean;
  readonly text: TextExpectation | undefined;
  /** Applies to the structured content, else to the text parsed as JSON. */
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
