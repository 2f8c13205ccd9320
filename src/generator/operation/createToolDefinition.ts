import type { JsonObject, RequestDefinition, ToolDefinition } from "../../runtime/definition.ts";
import { type Report, warning } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import type { InputSchemas } from "../schema/inputSchemas.ts";
import type { OutputSchemas } from "../schema/outputSchemas.ts";
import { askedTypes, withoutOwnHeaders } from "./headerParameters.ts";
import type { MediaModel, OperationModel } from "./operationModel.ts";
import { annotations } from "./toolAnnotations.ts";
import { toolBody } from "./toolBody.ts";
import { toolInput } from "./toolInput.ts";
import { toolTexts } from "./toolTexts.ts";

export interface ToolContext {
  readonly document: OpenapiDocument;
  readonly inputs: InputSchemas;
  readonly outputs: OutputSchemas;
  readonly report: Report;
}

/** What is known of the tool beside its operation. */
interface ToolFacts {
  readonly name: string;
  readonly security: RequestDefinition["security"];
  readonly baseUrl: string | undefined;
}

export function makeTool(
  context: ToolContext,
  declared: OperationModel,
  { name, security, baseUrl }: ToolFacts,
): ToolDefinition {
  const model = withoutOwnHeaders(sendable(declared, context.report));
  const body = model.body && toolBody(context.document.root, model.body, context.inputs);
  const input = toolInput(model.parameters, body, context.inputs);
  const outputSchema = answerSchema(model.answers, context.outputs);
  return {
    name,
    ...toolTexts(model),
    inputSchema: input.schema,
    ...(outputSchema ? { outputSchema } : {}),
    annotations: annotations(model.method),
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
function sendable(model: OperationModel, report: Report): OperationModel {
  if (!model.body || (model.method !== "GET" && model.method !== "HEAD")) return model;
  report(
    warning(
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
  return [...new Set([...askedTypes(model), ...types.filter(isJson), ...types.filter((type) => !isJson(type))])];
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
