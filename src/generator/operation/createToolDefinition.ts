import type { JsonObject, RequestDefinition, ToolDefinition } from "../../runtime/definition.ts";
import { cleanLine, cleanText } from "../document/cleanText.ts";
import { asList, asObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import type { InputSchemas } from "../schema/inputSchemas.ts";
import type { OutputSchemas } from "../schema/outputSchemas.ts";
import type { MediaModel, OperationModel, ParameterModel } from "./operationModel.ts";
import { isMediaType } from "./readMedia.ts";
import { createToolBody } from "./toolBody.ts";
import { createToolInput } from "./toolInput.ts";

const longestTitle = 100;
const longestDescription = 1000;

/** The title and the description of a tool, from what the operation says of itself. */
function createToolTexts({ summary, description, deprecated, method, path, operationId }: OperationModel) {
  const title = cleanLine(summary, longestTitle).replace(/\.$/, "") || words(operationId) || `${method} ${path}`;
  const first = cleanText(summary, longestDescription);
  const rest = cleanText(description, longestDescription);
  const whole = rest.startsWith(first.replace(/\.$/, "")) ? [rest] : [first, rest];
  const texts = [deprecated ? "Deprecated." : "", ...whole].filter((text) => text !== "");
  const usable = whole.some((text) => text !== "") ? texts : [...texts, `${method} ${cleanLine(path, 300)}`];
  return { title, description: cleanText(usable.join("\n\n"), longestDescription) };
}

/** `listPets` as `List pets`. */
function words(id: string): string {
  const text = cleanLine(
    id.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[^\p{L}\p{N}]+/gu, " "),
    longestTitle,
  ).toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Headers that are not the model's to choose. */
const ownHeaders = new Set([
  ...["accept", "content-type", "authorization"],
  ...["content-length", "host", "connection", "transfer-encoding"],
]);

/**
 * An operation without the header parameters that the runtime sets itself (OpenAPI says they are to be ignored). An `Accept` that lists
 * its values stays, because it chooses a format or a version; as every request carries one, the choice is always made.
 */
function omitRuntimeHeaders(model: OperationModel): OperationModel {
  const parameters = model.parameters.flatMap((parameter) => {
    if (isHeader(parameter, "accept") && isChoice(parameter)) return [{ ...parameter, required: true }];
    return parameter.in === "header" && ownHeaders.has(parameter.name.toLowerCase()) ? [] : [parameter];
  });
  return { ...model, parameters };
}

/** What a parameter `Accept` asks for unless told otherwise. */
function readAcceptTypes({ parameters }: OperationModel): string[] {
  const { default: wanted } = schemaOf(parameters.find((parameter) => isHeader(parameter, "accept")));
  return typeof wanted === "string" && isMediaType(wanted) ? [wanted] : [];
}

const isHeader = (parameter: ParameterModel, name: string) =>
  parameter.in === "header" && parameter.name.toLowerCase() === name;

function isChoice(parameter: ParameterModel): boolean {
  const schema = schemaOf(parameter);
  return asList(schema.enum).length > 0 || schema.const !== undefined;
}

const schemaOf = (parameter: ParameterModel | undefined) => asObject(parameter?.schema?.value);

export interface ToolDefinitionContext {
  readonly document: OpenapiDocument;
  readonly inputs: InputSchemas;
  readonly outputs: OutputSchemas;
  readonly report: ReportProblem;
}

/** What is known of the tool beside its operation. */
interface ToolFacts {
  readonly name: string;
  readonly security: RequestDefinition["security"];
  readonly baseUrl: string | undefined;
}

export function createToolDefinition(
  context: ToolDefinitionContext,
  declared: OperationModel,
  { name, security, baseUrl }: ToolFacts,
): ToolDefinition {
  const model = omitRuntimeHeaders(sendable(declared, context.report));
  const body = model.body && createToolBody(context.document.root, model.body, context.inputs);
  const input = createToolInput(model.parameters, body, context.inputs);
  const outputSchema = answerSchema(model.answers, context.outputs);
  return {
    name,
    ...createToolTexts(model),
    inputSchema: input.schema,
    ...(outputSchema ? { outputSchema } : {}),
    annotations: createToolAnnotations(model.method),
    request: {
      method: model.method,
      path: model.path,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      parameters: input.parameters,
      ...(input.body ? { body: input.body } : {}),
      accept: acceptedTypes(declared),
      security,
    },
  };
}

/** Requests of these methods have no body on the way. */
function sendable(model: OperationModel, report: ReportProblem): OperationModel {
  if (!model.body || (model.method !== "GET" && model.method !== "HEAD")) return model;
  report(
    createWarningProblem(
      "body_left_out",
      `${model.method} ${model.path} is sent without its body: such requests have none.`,
      model.body.pointer,
    ),
  );
  return { ...model, body: undefined };
}

/** JSON first: it can be given to the model as it is. */
function acceptedTypes(model: OperationModel): string[] {
  const types = model.answers.map(({ type }) => type);
  return [...new Set([...readAcceptTypes(model), ...types.filter(isJson), ...types.filter((type) => !isJson(type))])];
}

const isJson = (type: string) => /^\s*(application|text)\/([^+;]+\+)?json\b/i.test(type);

function answerSchema(answers: readonly MediaModel[], outputs: OutputSchemas): JsonObject | undefined {
  const schema = answers.find(
    ({ type, schema: declared }) => declared && (isJson(type) || type.trim() === "*/*"),
  )?.schema;
  const body = schema && outputs(schema);
  if (!body) return undefined;
  return {
    type: "object",
    properties: { status: { type: "integer", description: "The HTTP status." }, body },
    required: ["status"],
  };
}

/**
 * What a method promises (RFC 9110), in MCP's hints. `destructiveHint: false` means that a call only adds, which is what a POST usually
 * does; a PATCH, PUT or DELETE changes or removes what was there. Every tool reaches a system outside.
 */
function createToolAnnotations(method: string): ToolDefinition["annotations"] {
  const readOnly = ["GET", "HEAD", "OPTIONS"].includes(method);
  return {
    readOnlyHint: readOnly,
    destructiveHint: ["PUT", "DELETE", "PATCH"].includes(method),
    idempotentHint: readOnly || method === "PUT" || method === "DELETE",
    openWorldHint: true,
  };
}
