import type { BodyDefinition, ParameterDefinition } from "../../runtime/definition.ts";
import { cleanText } from "../document/cleanText.ts";
import type { JsonObject } from "../document/jsonValues.ts";
import type { InputSchemas } from "../schema/inputSchemas.ts";
import type { ParameterModel } from "./operationModel.ts";
import type { ToolBody } from "./toolBody.ts";

interface ToolInput {
  readonly schema: JsonObject;
  readonly parameters: readonly ParameterDefinition[];
  readonly body: BodyDefinition | undefined;
}

const longestDescription = 600;
const longestExample = 300;

/**
 * One object for everything a tool takes: a property a parameter, and the body as a property of its own, so that no field of a body is
 * ever taken for a parameter.
 */
export function createToolInput(
  parameters: readonly ParameterModel[],
  body: ToolBody | undefined,
  schemas: InputSchemas,
): ToolInput {
  const taken = new Set<string>();
  const claim = (wanted: string, suffix: string): string => {
    let name = wanted;
    for (let number = 1; taken.has(name); number += 1)
      name = number === 1 ? `${wanted}_${suffix}` : `${wanted}_${suffix}_${number}`;
    taken.add(name);
    return name;
  };
  const bodyProperty = body && claim("body", "content");
  const named = parameters.map((parameter) => ({
    parameter,
    property: claim(propertyName(parameter.name), parameter.in),
  }));
  const typeProperty = body && body.definition.contentTypes.length > 1 ? claim("contentType", "body") : undefined;
  const properties = [
    ...named.map(({ parameter, property }) => [property, parameterSchema(parameter, schemas)] as const),
    ...(body && bodyProperty ? [[bodyProperty, body.schema] as const] : []),
    ...(body && typeProperty ? [[typeProperty, contentTypeSchema(body.definition.contentTypes)] as const] : []),
  ];
  const required = [
    ...named.filter(({ parameter }) => parameter.required).map(({ property }) => property),
    ...(body?.required && bodyProperty ? [bodyProperty] : []),
  ];
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
  return {
    schema: schemas.complete(schema),
    parameters: named.map(({ parameter, property }) => parameterDefinition(parameter, property)),
    body:
      body && bodyProperty
        ? { property: bodyProperty, ...body.definition, ...(typeProperty ? { contentTypeProperty: typeProperty } : {}) }
        : undefined,
  };
}

/** The name of the parameter in the characters and the length that all models' APIs take. */
function propertyName(name: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(name)) return name;
  const usable = name.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "");
  return usable.slice(0, 64) || "parameter";
}

function parameterSchema(
  { schema, description, deprecated, examples, in: place }: ParameterModel,
  schemas: InputSchemas,
): JsonObject {
  const translated = schema ? schemas.translate(schema) : { type: "string" };
  const said = cleanText(description, longestDescription);
  const short = examples.filter((example) => JSON.stringify(example).length <= longestExample).slice(0, 1);
  return {
    ...translated,
    ...(place === "path" ? neverEmpty(translated) : {}),
    ...(said === "" ? {} : { description: said }),
    ...(deprecated ? { deprecated: true } : {}),
    ...(short.length > 0 ? { examples: short } : {}),
  };
}

/** In a path nothing at all would be another address. */
function neverEmpty({ type, minItems, minProperties }: JsonObject): JsonObject {
  if (type === "array") return { minItems: minItems || 1 };
  return type === "object" ? { minProperties: minProperties || 1 } : {};
}

const contentTypeSchema = (types: readonly string[]): JsonObject => ({
  type: "string",
  enum: types,
  default: types[0],
  description: "The media type the body is sent as.",
});

function parameterDefinition(parameter: ParameterModel, property: string): ParameterDefinition {
  const { name, style, explode, allowReserved, content } = parameter;
  return {
    ...{ name, in: parameter.in, property, style, explode },
    ...(allowReserved ? { allowReserved } : {}),
    ...(content === undefined ? {} : { content }),
  };
}
