import type { EndpointKind } from "../contract/mcp/endpointKind.ts";

/**
 * The definition of a generated server. The generator writes it as readable modules, and the runtime serves it. It is plain JSON, so
 * that a developer can read and change it.
 */
export interface ServerDefinition {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Instructions for the model: the purpose of the API and how to use the tools. */
  readonly instructions?: string;
  /** `search`: three tools (search, describe, call) replace all others, to save a client's context. */
  readonly mode: "direct" | "search";
  readonly api: ApiDefinition;
  /** The tool whose request, without input, shows whether the API answers and accepts the credential. */
  readonly check?: string;
  readonly tools: readonly ToolDefinition[];
}

export interface ApiDefinition {
  /** Absolute, with `{name}` for a variable. The environment variable `API_BASE_URL` overrides it. */
  readonly baseUrl: string;
  /** Server variables. The environment may set each one as `API_VARIABLE_<NAME>`. */
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
  readonly security: Readonly<Record<string, SecurityScheme>>;
}

/**
 * How a credential is sent. Its value comes only from the server's environment (`variable`, or `user` and `password`). It is sent only
 * to the hosts that the environment lists in the variable `hosts`.
 */
export type SecurityScheme = { readonly hosts?: string } & (
  | {
      readonly kind: "apiKey";
      readonly in: "header" | "query" | "cookie" | "body";
      readonly name: string;
      readonly variable: string;
      /** The word that is sent before a value of one word, such as `Bearer`. */
      readonly prefix?: string;
      /** The value says whose the key is, so that answers may repeat it. */
      readonly secret?: false;
    }
  | {
      readonly kind: "bearer";
      readonly variable: string;
      /** The provider whose account can be connected instead; the parent process then supplies the token. */
      readonly account?: string;
    }
  | { readonly kind: "basic"; readonly user: string; readonly password: string }
);

export interface ToolDefinition {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`, unique in the server. */
  readonly name: string;
  /** The name is that of `x-mcp`. Any other stays in the next version. */
  readonly named?: true;
  readonly title: string;
  readonly description: string;
  /** JSON Schema 2020-12, `type: object`; local `#/$defs` only. */
  readonly inputSchema: JsonObject;
  /** Describes `{ status, body }` of a successful response; absent if the document declares none. */
  readonly outputSchema?: JsonObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** What the annotations follow from, as a sentence. */
  readonly hintReason?: string;
  readonly request: RequestDefinition;
  readonly response?: ResponseDefinition;
  /** For people who look through the tools: what `x-mcp` of the operation says, else its first tag. */
  readonly group?: string;
  /** Whether it stays listed beside the tools of the mode `search`. */
  readonly pinned?: true;
  /** What the operation is, if no program calls it to get an answer. */
  readonly endpoint?: EndpointKind;
}

/** How the pages of a list follow each other. */
export interface PageDefinition {
  /** The list in an answer, as a JSON pointer: `/data`, or `""` for the whole answer. */
  readonly items: string;
  /** What names the next page, as a JSON pointer into the answer; or the header `Link`. */
  readonly next: string;
  /** The property of the input that takes what stands there. A URL has the values of all inputs in its query. */
  readonly property?: string;
  /** The member of the last entry that `property` takes instead, if true stands at `next`. */
  readonly lastKey?: string;
  /** The property of the input for the number of entries of a page. A caller that sets it gets one page. */
  readonly size?: string;
}

/** What of an answer the tool returns. */
export interface ResponseDefinition {
  /** The pages of a list are joined up to a limit. */
  readonly pages?: PageDefinition;
  /** JSONPath (RFC 9535) without functions, from the body of the answer. */
  readonly fields?: { readonly keep?: readonly string[]; readonly drop?: readonly string[] };
  readonly maxCharacters?: number;
}

export interface RequestDefinition {
  readonly method: string;
  /** With `{parameter}` in braces, relative to the base URL. */
  readonly path: string;
  /** The base URL of this operation, if it differs from the API's. */
  readonly baseUrl?: string;
  readonly parameters: readonly ParameterDefinition[];
  readonly body?: BodyDefinition;
  /** Media types of the successful responses, in order of preference. */
  readonly accept: readonly string[];
  /** Alternatives, in order. All schemes of an alternative must be present; an empty alternative needs no credential. */
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
  /** The value is serialized as this media type instead of by style. */
  readonly content?: string;
  /** The environment variable that sets the value for all calls; the tool's input then lacks the property. */
  readonly variable?: string;
  /** The value of every request; then the input has no such property. */
  readonly fixed?: unknown;
  /** The value of a request whose input has none. */
  readonly default?: unknown;
}

export interface BodyDefinition {
  /** The property of the tool's input that holds the body. */
  readonly property: string;
  readonly required: boolean;
  /** Possible media types in order of preference; with more than one, the input may choose in `contentTypeProperty`. */
  readonly contentTypes: readonly string[];
  readonly contentTypeProperty?: string;
  /** The encoding per property of a form or multipart body. */
  readonly encoding?: Readonly<
    Record<string, { readonly contentType?: string; readonly style?: string; readonly explode?: boolean }>
  >;
  /** Properties of a multipart body that hold files, `{ data, filename, mediaType }`; or `""` for a body that is base64 text. */
  readonly binary?: readonly string[];
  /** Fields that the input does not have, by their names from the outermost: with the value of every request, or never sent. */
  readonly fields?: readonly { readonly path: readonly string[]; readonly value?: unknown }[];
}

export type JsonObject = { readonly [key: string]: unknown };
