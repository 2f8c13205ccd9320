import type { BodyDefinition, ParameterDefinition } from "../../runtime/definition.ts";
import type { DocumentNode } from "../document/references.ts";

/** What an operation is, whichever version of OpenAPI says so. */
export interface OperationModel {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly parameters: readonly ParameterModel[];
  readonly body: BodyModel | undefined;
  /** Media types of the successful answers, in the document's order. */
  readonly answers: readonly MediaModel[];
  /** Alternatives, each naming schemes; undefined: the document's own hold. */
  readonly security: readonly (readonly string[])[];
  /** Addresses of this operation or its path alone. */
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
  /** The media type it is serialised as, instead of by style. */
  readonly content: string | undefined;
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

/** Thrown where an operation cannot be a tool; the message says why. */
export class UnusableOperationError extends Error {
  readonly pointer: string;

  constructor(reason: string, pointer: string) {
    super(reason);
    this.name = "UnusableOperationError";
    this.pointer = pointer;
  }
}
