import * as z from "zod";
import { type EndpointKind, endpointKindMeta, endpointKinds } from "../../../contract/mcp/endpointKind.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { hasHarmfulWord } from "../../../generator/harmfulWords.ts";
import { getReferenceTarget } from "../../../text/position/jsonPointer.ts";
import { isRecord } from "../../../text/record.ts";
import type { ApiContact } from "./apiContact.ts";
import { callTool, type TestedResult } from "./callTool.ts";
import type { AnyTool } from "./protocolSchemas.ts";
import { CaseNotRunError, formatCheckValue, UnexpectedResultError } from "./runCheck.ts";
import type { ProtocolCheckContext } from "./runProtocolCheck.ts";
import type { SchemaChecks } from "./schemaChecks.ts";

type Schema = Readonly<Record<string, unknown>>;

/** An input that consists only of values in the schema, or the names of required values that the schema does not contain. */
type KnownInput =
  | { readonly kind: "input"; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "unknown"; readonly names: readonly string[] };

const maxDepth = 8;
const mostValues = 1000;
const mostNamed = 20;

/**
 * Takes required values from constants, examples, defaults and enums. `invents`: makes up the others, because an API that finds nothing for
 * them answers too.
 */
export function deriveInput(schema: Schema, { invents }: { readonly invents: boolean }): KnownInput {
  const names: string[] = [];
  const search = { root: schema, invents, unknown: names, visits: { left: mostValues }, depth: 0 };
  const value = findValue(search, schema, "");
  return names.length === 0 && isRecord(value) ? { kind: "input", input: value } : { kind: "unknown", names };
}

interface Search {
  readonly root: Schema;
  readonly invents: boolean;
  readonly unknown: string[];
  /** A schema that contains itself has no end. */
  readonly visits: { left: number };
  readonly depth: number;
}

function findValue(search: Search, declared: unknown, name: string): unknown {
  const schema = resolveReference(search.root, declared);
  search.visits.left -= 1;
  if (search.depth > maxDepth || search.visits.left < 0 || !schema) return addUnknown(search, name);
  const { const: constant, default: initial, examples, example, enum: values } = schema;
  const first = (list: unknown) => (Array.isArray(list) ? list.slice(0, 1) : []);
  const schemaValue = [constant, ...first(examples), example, initial, ...first(values)].find(
    (value) => value !== undefined,
  );
  if (schemaValue !== undefined) return schemaValue;
  const childSearch = { ...search, depth: search.depth + 1 };
  if (schema.type === "object" || isRecord(schema.properties)) return findObject(childSearch, schema, name);
  if (schema.type === "array" && !(typeof schema.minItems === "number" && schema.minItems > 0)) return [];
  if (schema.type === "boolean") return false;
  if (schema.type === "null") return null;
  return (search.invents ? inventValue(schema) : undefined) ?? addUnknown(search, name);
}

const inventedTexts: Readonly<Record<string, string>> = {
  uuid: "00000000-0000-4000-8000-000000000000",
  date: "2000-01-01",
  "date-time": "2000-01-01T00:00:00Z",
  email: "user@example.com",
  uri: "https://example.com/",
};

/** The smallest number, so that no page is large, or a short text; undefined: the schema wants something else. */
function inventValue({ type, format, pattern, minLength = 0, maxLength = 100, ...range }: Schema): unknown {
  const [simple] = Array.isArray(type) ? type : [type];
  if (simple === "integer" || simple === "number") {
    const { minimum = 0, maximum = minimum } = range;
    return typeof minimum === "number" && typeof maximum === "number" && range.exclusiveMinimum === undefined
      ? Math.min(minimum, maximum)
      : undefined;
  }
  if (simple !== "string" || pattern !== undefined) return undefined;
  const text = typeof format === "string" && Object.hasOwn(inventedTexts, format) ? inventedTexts[format] : "example";
  const { length } = text ?? "";
  return Number(minLength) <= length && length <= Number(maxLength) ? text : undefined;
}

function findObject(search: Search, schema: Schema, name: string): Readonly<Record<string, unknown>> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.filter((entry) => typeof entry === "string") : [];
  const path = (member: string) => (name === "" ? member : `${name}.${member}`);
  return Object.fromEntries(
    required.map((member) => [
      member,
      findValue(search, Object.hasOwn(properties, member) ? properties[member] : undefined, path(member)),
    ]),
  );
}

function addUnknown({ unknown }: Search, name: string): undefined {
  if (unknown.length < mostNamed) unknown.push(name);
  return undefined;
}

/** Follows references of the form `#/...` within the schema, up to a limit. */
function resolveReference(root: Schema, declared: unknown): Schema | undefined {
  let schema = declared;
  for (let step = 0; step < maxDepth && isRecord(schema) && typeof schema.$ref === "string"; step += 1)
    schema = getReferenceTarget(root, schema.$ref);
  return isRecord(schema) ? schema : undefined;
}

const endpointReasons = {
  webSocket: "It opens a web socket.",
  signInCallback: "A sign-in calls it, with a code that only that sign-in has.",
  oauthEndpoint: "It is part of the API's OAuth sign-in.",
  eventStream: "It answers with events without an end.",
} as const satisfies Record<EndpointKind, string>;

interface SmokeCaseContext extends ProtocolCheckContext {
  readonly tools: readonly AnyTool[];
  readonly checks: SchemaChecks;
  readonly api: ApiContact;
}

/**
 * Calls a read-only tool once. Throws if the call fails or the result violates the tool's output schema. An answer of the API proves a
 * tool, also one that finds nothing; no answer proves nothing.
 */
export async function runSmokeCase(tool: AnyTool, context: SmokeCaseContext, signal: AbortSignal): Promise<void> {
  const input = readHarmlessInput(tool);
  const isOfApi = isApiTool(tool);
  const toolResult = isOfApi
    ? await callApiTool(tool, input, context, signal)
    : await callTool(context.client, context.eras.best, { name: tool.name, input }, signal);
  if (isOfApi && context.api.isUndecided(toolResult)) await findOtherRead(tool, context, signal);
  if (isOfApi && context.api.isProvenByError(toolResult, { hasInput: hasRequiredInput(tool) })) return;
  if (toolResult.isError) throw new UnexpectedResultError("The tool failed.", "no error", toolResult.text);
  checkOutput(tool, toolResult, context.checks);
}

const isApiTool = ({ _meta }: AnyTool) => _meta?.[upstreamProtocol.exchanges] === true;

const hasRequiredInput = ({ inputSchema }: AnyTool) =>
  isRecord(inputSchema) && Array.isArray(inputSchema.required) && inputSchema.required.length > 0;

/** A wrong base URL answers 404 to each of them. */
const mostOtherReads = 5;

/**
 * Finds out whether a 404 says that the base URL is wrong: it does if no tool without an input finds anything.
 */
async function findOtherRead(tool: AnyTool, context: SmokeCaseContext, signal: AbortSignal): Promise<void> {
  const isRead = (one: AnyTool) => isApiTool(one) && !hasRequiredInput(one) && findReasonNotToCall(one) === undefined;
  const reads = context.tools.filter(isRead);
  let isMissing = reads.includes(tool);
  for (const other of reads.filter(({ name }) => name !== tool.name).slice(0, mostOtherReads)) {
    const result = await callApiTool(other, {}, context, signal);
    if (context.api.isFound(result)) return;
    isMissing ||= result.exchanges.at(-1)?.status === 404;
  }
  if (isMissing) context.api.note("api_not_found");
}

/** Names of tools are in Latin letters. */
const splitToolName = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

function findReasonNotToCall(tool: AnyTool): string | undefined {
  const { name, annotations, _meta } = tool;
  const endpoint = z.enum(endpointKinds).safeParse(_meta?.[endpointKindMeta]).data;
  if (endpoint) return `Not called: ${endpointReasons[endpoint]}`;
  if (annotations?.readOnlyHint !== true)
    return "Only tools with readOnlyHint are called, because others may change data.";
  if (isApiTool(tool) && hasHarmfulWord(splitToolName(name), { hasInput: hasRequiredInput(tool) }))
    return "Not called: its name says that it does something, or answers with much.";
  return undefined;
}

/** Throws `CaseNotRunError` for a tool that is not called. */
export function readHarmlessInput(tool: AnyTool): Readonly<Record<string, unknown>> {
  const reason = findReasonNotToCall(tool);
  if (reason !== undefined) throw new CaseNotRunError(reason);
  const { inputSchema } = tool;
  const derived = deriveInput(isRecord(inputSchema) ? inputSchema : {}, { invents: isApiTool(tool) });
  if (derived.kind === "input") return derived.input;
  throw new CaseNotRunError(
    `The schema contains no value for ${derived.names.join(", ")}. Add an example to the schema, or a case to fairlead.tests.yaml.`,
  );
}

/** An API that does not answer within the time of the case is no failure of the tool. */
async function callApiTool(
  { name }: AnyTool,
  input: Readonly<Record<string, unknown>>,
  { client, eras, api }: SmokeCaseContext,
  signal: AbortSignal,
): Promise<TestedResult> {
  api.requireContact();
  try {
    return await callTool(
      client,
      eras.best,
      { name, input, capturesExchanges: true, refused: api.listRefused() },
      signal,
    );
  } catch (error) {
    if (signal.aborted) throw api.createTimeoutError("The API did not answer within the time of a case.");
    throw error;
  }
}

function checkOutput({ outputSchema }: AnyTool, { structured, text }: TestedResult, checks: SchemaChecks): void {
  if (!isRecord(outputSchema)) return;
  if (structured === undefined)
    throw new UnexpectedResultError(
      "The tool has an outputSchema, but returned no structured content.",
      formatCheckValue(outputSchema),
      text,
    );
  const problems = checks.validate(outputSchema, structured);
  if (!problems || problems.length === 0) return;
  const message = `The result does not satisfy the tool's outputSchema: ${problems.join("; ")}`;
  throw new UnexpectedResultError(message, formatCheckValue(outputSchema), formatCheckValue(structured));
}
