import * as z from "zod";
import { type EndpointKind, endpointKindMeta, endpointKinds } from "../../../contract/mcp/endpointKind.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { getReferenceTarget } from "../../../text/position/jsonReference.ts";
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

/** Takes required values from constants, examples, defaults and enums. An invented id would only fail. */
export function deriveKnownInput(schema: Schema): KnownInput {
  const names: string[] = [];
  const value = findValue({ root: schema, unknown: names, visits: { left: mostValues }, depth: 0 }, schema, "");
  return names.length === 0 && isRecord(value) ? { kind: "input", input: value } : { kind: "unknown", names };
}

interface Search {
  readonly root: Schema;
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
  return addUnknown(search, name);
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
  readonly checks: SchemaChecks;
  readonly api: ApiContact;
}

/**
 * Calls a read-only tool once. Throws if the call fails or the result violates the tool's output schema. An answer of the API proves a
 * tool, also one that finds nothing; no answer proves nothing.
 */
export async function runSmokeCase(tool: AnyTool, context: SmokeCaseContext, signal: AbortSignal): Promise<void> {
  const input = readHarmlessInput(tool);
  const isOfApi = tool._meta?.[upstreamProtocol.exchanges] === true;
  const toolResult = isOfApi
    ? await callApiTool(tool, input, context, signal)
    : await callTool(context.client, context.eras.best, { name: tool.name, input }, signal);
  if (isOfApi && context.api.isProvenByError(toolResult)) return;
  if (toolResult.isError) throw new UnexpectedResultError("The tool failed.", "no error", toolResult.text);
  checkOutput(tool, toolResult, context.checks);
}

/** Throws `CaseNotRunError` for a tool that is not called. */
function readHarmlessInput({ annotations, inputSchema, _meta }: AnyTool): Readonly<Record<string, unknown>> {
  const endpoint = z.enum(endpointKinds).safeParse(_meta?.[endpointKindMeta]).data;
  if (endpoint) throw new CaseNotRunError(`Not called: ${endpointReasons[endpoint]}`);
  if (annotations?.readOnlyHint !== true)
    throw new CaseNotRunError("Only tools with readOnlyHint are called, because others may change data.");
  const derived = deriveKnownInput(isRecord(inputSchema) ? inputSchema : {});
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
    return await callTool(client, eras.best, { name, input, capturesExchanges: true }, signal);
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
