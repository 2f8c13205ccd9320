import type { BodyDefinition, ParameterDefinition } from "../../runtime/definition.ts";
import type { DocumentNode } from "../document/references.ts";
import type { StatedHints } from "./statedHints.ts";

/** An operation, independent of the OpenAPI version. */
export interface OperationModel {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly statedHints: StatedHints | undefined;
  /** Whether the document has paths of the items of its path: `/tags/{id}` beside `/tags`. */
  readonly hasItems: boolean;
  readonly parameters: readonly ParameterModel[];
  readonly body: BodyModel | undefined;
  /** Media types of the successful responses, in the document's order. */
  readonly responses: readonly MediaModel[];
  /** Whether a response switches the protocol. */
  readonly switchesProtocol: boolean;
  /** Whether a successful response has the header `Link`. */
  readonly hasLinks: boolean;
  /** Alternatives, each with the names of its schemes. */
  readonly security: readonly (readonly string[])[];
  /** The servers that this operation or its path declares. */
  readonly servers: DocumentNode | undefined;
}

export interface ParameterModel {
  readonly name: string;
  readonly in: ParameterDefinition["in"];
  readonly pointer: string;
  readonly required: boolean;
  readonly description: string;
  readonly deprecated: boolean;
  readonly schema: DocumentNode | undefined;
  readonly examples: readonly unknown[];
  readonly style: ParameterDefinition["style"];
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** The media type it is serialized as, instead of a style. */
  readonly content: string | undefined;
  /** The value that every request has; the tool does not offer the parameter. */
  readonly fixed?: { readonly value: unknown };
  /** The value of a request whose caller gives none. */
  readonly default?: number;
}

export interface BodyModel {
  readonly pointer: string;
  readonly required: boolean;
  readonly description: string;
  readonly media: readonly MediaModel[];
}

export interface MediaModel {
  readonly type: string;
  readonly schema: DocumentNode | undefined;
  readonly examples: readonly unknown[];
  readonly encoding: NonNullable<BodyDefinition["encoding"]>;
}

/** The operation cannot be a tool; the message contains the reason. */
export class UnusableOperationError extends Error {
  readonly pointer: string;

  constructor(reason: string, pointer: string) {
    super(reason);
    this.name = "UnusableOperationError";
    this.pointer = pointer;
  }
}
