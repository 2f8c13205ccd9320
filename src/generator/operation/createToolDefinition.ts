import type { JsonObject, RequestDefinition, ToolDefinition } from "../../runtime/definition.ts";
import { cleanLine, cleanText } from "../document/cleanText.ts";
import { asList, asObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import type { DocumentNode } from "../document/references.ts";
import type { InputSchemas } from "../schema/inputSchemas.ts";
import type { OutputSchemas } from "../schema/outputSchemas.ts";
import { trimOutputSchema } from "../schema/trimOutputSchema.ts";
import { applyBodyExtension } from "./applyBodyExtension.ts";
import { formatOperationId, longestTitle } from "./distinguishTexts.ts";
import { findEndpointKind } from "./endpointKind.ts";
import { findPages } from "./findPages.ts";
import { type MediaModel, type OperationModel, type ParameterModel, UnusableOperationError } from "./operationModel.ts";
import { isMediaType } from "./readMedia.ts";
import { repeatsSummary } from "./repeatsSummary.ts";
import { createToolBody } from "./toolBody.ts";
import type { ToolExtension } from "./toolExtension.ts";
import { createToolHints } from "./toolHints.ts";
import { createToolInput } from "./toolInput.ts";

const longestDescription = 1000;
const longestStatedDescription = 4000;

/** Creates the title and the description of a tool from the operation's texts, or those that its extension states. */
function createToolTexts(model: OperationModel, stated: ToolExtension) {
  const { summary, description, deprecated, method, path, operationId } = model;
  const request = `${method} ${cleanLine(path, 300)}`;
  const title = cleanLine(summary, longestTitle).replace(/\.$/, "") || formatOperationId(operationId) || request;
  const first = cleanText(summary, longestDescription);
  const detail = cleanText(description, longestDescription);
  const parts = repeatsSummary(detail, first) ? [detail] : [first, detail];
  const texts = [deprecated ? "Deprecated." : "", ...parts].filter((text) => text !== "");
  const usable = parts.some((text) => text !== "") ? texts : [...texts, request];
  return {
    title: stated.title === undefined ? title : cleanLine(stated.title, longestTitle),
    description:
      stated.description === undefined
        ? cleanText(usable.join("\n\n"), longestDescription)
        : cleanText(stated.description, longestStatedDescription),
  };
}

/** Headers that the runtime sets. */
const runtimeHeaders = new Set([
  ...["accept", "content-type"],
  ...["content-length", "host", "connection", "transfer-encoding"],
]);

/**
 * Omits header parameters that the runtime sets itself (OpenAPI says they are to be ignored). An `Accept` with listed values stays
 * because it selects a format or a version. It becomes required because every request carries an `Accept` header.
 */
function omitRuntimeHeaders(model: OperationModel): OperationModel {
  const parameters = model.parameters.flatMap((parameter) => {
    if (isHeader(parameter, "accept") && isChoice(parameter)) return [{ ...parameter, required: true }];
    return parameter.in === "header" && runtimeHeaders.has(parameter.name.toLowerCase()) ? [] : [parameter];
  });
  return { ...model, parameters };
}

const omitParameters = (model: OperationModel, omitted: readonly ParameterModel[]): OperationModel => ({
  ...model,
  parameters: model.parameters.filter((parameter) => !omitted.includes(parameter)),
});

/** The default of a parameter `Accept`. */
function readAcceptTypes({ parameters }: OperationModel): string[] {
  const { default: defaultType } = getParameterSchema(parameters.find((parameter) => isHeader(parameter, "accept")));
  return typeof defaultType === "string" && isMediaType(defaultType) ? [defaultType] : [];
}

const isHeader = (parameter: ParameterModel, name: string) =>
  parameter.in === "header" && parameter.name.toLowerCase() === name;

function isChoice(parameter: ParameterModel): boolean {
  const schema = getParameterSchema(parameter);
  return asList(schema.enum).length > 0 || schema.const !== undefined;
}

const getParameterSchema = (parameter: ParameterModel | undefined) => asObject(parameter?.schema?.value);

export interface ToolDefinitionContext {
  readonly document: OpenapiDocument;
  readonly inputs: InputSchemas;
  readonly outputs: OutputSchemas;
  readonly isOauthEndpoint: (path: string) => boolean;
  readonly report: ReportProblem;
}

/** The parts of a tool that do not come from its operation. */
interface ToolFacts {
  readonly name: string;
  readonly security: RequestDefinition["security"];
  /** What `security` sends. */
  readonly credentialParameters: readonly ParameterModel[];
  readonly baseUrl: string | undefined;
  /** What the operation says about its tool. */
  readonly extension: ToolExtension;
}

export function createToolDefinition(
  context: ToolDefinitionContext,
  declared: OperationModel,
  { name, security, credentialParameters, baseUrl, extension }: ToolFacts,
): ToolDefinition {
  const {
    inputs: { resolve },
    report,
  } = context;
  const model = omitRuntimeHeaders(omitUnsendableBody(omitParameters(declared, credentialParameters), context.report));
  const whole = model.body && createToolBody(context.document.root, model.body, context.inputs);
  if (whole?.emptied) reportEmptiedBody(model, context.report);
  const body = applyBodyExtension(whole, { fields: extension.body, pointer: model.pointer, resolve, report });
  const input = createToolInput(model.parameters, body, context.inputs);
  const answer = findJsonSchema(model.responses);
  const outputSchema = createOutputSchema(answer, context.outputs, extension.fields);
  const pages = findPages(context.document.root, { model, answer, parameters: input.parameters });
  const { fields, maxAnswer, pinned } = extension;
  const response = {
    ...(pages && { pages }),
    ...(fields && { fields: omitUndefined(fields) }),
    ...(maxAnswer && { maxCharacters: maxAnswer }),
  };
  const endpoint = findEndpointKind(model, context.isOauthEndpoint);
  const group = cleanLine(extension.group ?? model.tags[0] ?? "", 100);
  return {
    name,
    ...(extension.name !== undefined && { named: true }),
    ...createToolTexts(model, extension),
    inputSchema: input.schema,
    ...(outputSchema ? { outputSchema } : {}),
    ...createToolHints(model, extension.annotations),
    request: {
      method: model.method,
      path: model.path,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      parameters: input.parameters,
      ...(input.body ? { body: input.body } : {}),
      accept: listAcceptedTypes(declared),
      security,
    },
    ...(Object.keys(response).length > 0 && { response }),
    ...(group !== "" && { group }),
    ...(pinned && { pinned }),
    ...(endpoint && { endpoint }),
  };
}

/** GET and HEAD requests are sent without a body, so one that requires it would fail. */
function omitUnsendableBody(model: OperationModel, report: ReportProblem): OperationModel {
  if (!model.body || (model.method !== "GET" && model.method !== "HEAD")) return model;
  if (model.body.required)
    throw new UnusableOperationError("it requires a body, which such requests do not have", model.body.pointer);
  report(
    createWarningProblem(
      "body_left_out",
      `${model.method} ${model.path} is sent without its body: such requests have none.`,
      model.body.pointer,
    ),
  );
  return { ...model, body: undefined };
}

function reportEmptiedBody({ method, path, pointer, body }: OperationModel, report: ReportProblem): void {
  const message = `The body of ${method} ${path} takes any object: all of its properties are read-only.`;
  report(createWarningProblem("body_emptied", message, body?.pointer ?? pointer));
}

/** JSON comes first because the model receives it unchanged. */
function listAcceptedTypes(model: OperationModel): string[] {
  const types = model.responses.map(({ type }) => type);
  return [...new Set([...readAcceptTypes(model), ...types.filter(isJson), ...types.filter((type) => !isJson(type))])];
}

const isJson = (type: string) => /^\s*(application|text)\/([^+;]+\+)?json\b/i.test(type);

const findJsonSchema = (responses: readonly MediaModel[]) =>
  responses.find(({ type, schema }) => schema && (isJson(type) || type.trim() === "*/*"))?.schema;

function createOutputSchema(
  schema: DocumentNode | undefined,
  outputs: OutputSchemas,
  fields: ToolExtension["fields"],
): JsonObject | undefined {
  const whole = schema && outputs(schema);
  if (!whole) return undefined;
  const body = fields ? trimOutputSchema(asObject(whole), omitUndefined(fields)) : whole;
  return {
    type: "object",
    properties: { status: { type: "integer", description: "The HTTP status." }, body },
    required: ["status"],
  };
}

const omitUndefined = ({ keep, drop }: NonNullable<ToolExtension["fields"]>) => ({
  ...(keep && { keep }),
  ...(drop && { drop }),
});
