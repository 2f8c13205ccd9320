/**
 * What a generated server is made of: the generator writes these as readable modules, the runtime runs them.
 * Everything here is plain JSON, so that a developer can read and change it.
 */
export interface ServerDefinition {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Told to the model once: what the API is for and how to use the tools. */
  readonly instructions?: string;
  /** `search`: three tools (search, describe, call) stand for all the others, so that a client's context survives. */
  readonly mode: "direct" | "search";
  readonly api: ApiDefinition;
  readonly tools: readonly ToolDefinition[];
}

export interface ApiDefinition {
  /** Absolute; `{name}` stands for a variable. Overridden by the environment variable `API_BASE_URL`. */
  readonly baseUrl: string;
  /** Server variables: each may be set in the environment as `API_VARIABLE_<NAME>`. */
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
  readonly security: Readonly<Record<string, SecurityScheme>>;
}

/** How a credential travels; its value comes from the server's environment only (`variable`, or `user` and `password`). */
export type SecurityScheme =
  | {
      readonly kind: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly name: string;
      readonly variable: string;
    }
  | {
      readonly kind: "bearer";
      readonly variable: string;
      /** Whose accounts can be connected instead; the process that started the server is asked for the token. */
      readonly account?: string;
    }
  | { readonly kind: "basic"; readonly user: string; readonly password: string };

export interface ToolDefinition {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`, unique in the server. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema 2020-12, `type: object`; local `#/$defs` only. */
  readonly inputSchema: JsonObject;
  /** Describes `{ status, body }` of a successful answer; absent where the document declares none. */
  readonly outputSchema?: JsonObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly request: RequestDefinition;
}

export interface RequestDefinition {
  readonly method: string;
  /** With `{parameter}` in braces, relative to the base URL. */
  readonly path: string;
  /** Where this operation lives, if not at the API's base URL. */
  readonly baseUrl?: string;
  readonly parameters: readonly ParameterDefinition[];
  readonly body?: BodyDefinition;
  /** Media types of the successful answers, best first. */
  readonly accept: readonly string[];
  /** Alternatives, in order: each names schemes that must all be present. An empty alternative means none is needed. */
  readonly security: readonly (readonly string[])[];
}

export interface ParameterDefinition {
  /** The parameter's name on the wire. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** The property of the tool's input that holds its value. */
  readonly property: string;
  readonly style: "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  readonly explode: boolean;
  readonly allowReserved?: true;
  /** The value is serialised as this media type instead of by style. */
  readonly content?: string;
}

export interface BodyDefinition {
  /** The property of the tool's input that holds the body. */
  readonly property: string;
  readonly required: boolean;
  /** Media types it may travel as, best first; with more than one, the input may name one in `contentTypeProperty`. */
  readonly contentTypes: readonly string[];
  readonly contentTypeProperty?: string;
  /** Per property of a form or multipart body. */
  readonly encoding?: Readonly<
    Record<string, { readonly contentType?: string; readonly style?: string; readonly explode?: boolean }>
  >;
  /** Properties of a multipart body (or `""` for the whole body) that hold bytes: given as base64 text. */
  readonly binary?: readonly string[];
}

export type JsonObject = { readonly [key: string]: unknown };
