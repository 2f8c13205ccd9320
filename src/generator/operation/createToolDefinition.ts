import type { JsonObject, RequestDefinition, ToolDefinition } from "../../runtime/definition.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import type { InputSchemas } from "../schema/inputSchemas.ts";
import type { OutputSchemas } from "../schema/outputSchemas.ts";
import { omitRuntimeHeaders, readAcceptTypes } from "./headerParameters.ts";
import type { MediaModel, OperationModel } from "./operationModel.ts";
import { createToolAnnotations } from "./toolAnnotations.ts";
import { createToolBody } from "./toolBody.ts";
import { createToolInput } from "./toolInput.ts";
import { createToolTexts } from "./toolTexts.ts";

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
