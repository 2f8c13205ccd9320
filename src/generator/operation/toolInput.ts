import type { BodyDefinition, ParameterDefinition } from "../../runtime/definition.ts";
import { isRecord } from "../../text/record.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asList, asText, type JsonObject, mapMembers } from "../document/jsonValues.ts";
import { readDescription } from "../document/readDescription.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { selectTellingExamples } from "../schema/annotationKeywords.ts";
import { type InputSchemas, mapSchemas } from "../schema/inputSchemas.ts";
import { describeIntegerText } from "../schema/integerText.ts";
import { toLatin } from "./nameStyle.ts";
import type { ParameterModel } from "./operationModel.ts";
import type { ToolBody } from "./toolBody.ts";

interface ToolInput {
  readonly schema: JsonObject;
  readonly parameters: readonly ParameterDefinition[];
  readonly body: BodyDefinition | undefined;
}

/** Limited by the APIs of models. */
const longestName = 64;
const longestDescription = 600;

/**
 * Creates the input object of a tool: one property per parameter and one for the whole body, so that a field of the body cannot
 * collide with a parameter.
 */
export function createToolInput(
  parameters: readonly ParameterModel[],
  body: ToolBody | undefined,
  schemas: InputSchemas,
): ToolInput {
  const taken = new Set<string>();
  const createPropertyName = (preferred: string, suffix: string): string => {
    const isTaken = (name: string) => taken.has(name);
    const suffixed = `${preferred.slice(0, longestName - suffix.length - 1)}_${suffix}`;
    const name = isTaken(preferred) ? createUniqueName(suffixed, isTaken, longestName) : preferred;
    taken.add(name);
    return name;
  };
  const bodyProperty = body && createPropertyName("body", "content");
  const namedParameters = parameters.map((parameter) => ({
    parameter,
    property: parameter.fixed ? parameter.name : createPropertyName(toPropertyName(parameter.name), parameter.in),
  }));
  const offered = namedParameters.filter(({ parameter }) => !parameter.fixed);
  const typeProperty =
    body && body.definition.contentTypes.length > 1 ? createPropertyName("contentType", "body") : undefined;
  const properties = [
    ...offered.map(({ parameter, property }) => [property, getParameterSchema(parameter, property, schemas)] as const),
    ...(body && bodyProperty && !body.isTaken ? [[bodyProperty, body.schema] as const] : []),
    ...(body && typeProperty ? [[typeProperty, createContentTypeSchema(body.definition.contentTypes)] as const] : []),
  ];
  const required = [
    ...offered.filter(({ parameter }) => parameter.required).map(({ property }) => property),
    ...(body?.required && bodyProperty && !body.isTaken ? [bodyProperty] : []),
  ];
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
  const complete = schemas.complete(schema);
  const isMultipart = body?.definition.contentTypes.some((type) => /^multipart\//i.test(type)) ?? false;
  return {
    schema: isMultipart ? describeUploads(complete, body?.definition.binary ?? []) : complete,
    parameters: namedParameters.map(({ parameter, property }) => createParameterDefinition(parameter, property)),
    body:
      body && bodyProperty
        ? { property: bodyProperty, ...body.definition, ...(typeProperty ? { contentTypeProperty: typeProperty } : {}) }
        : undefined,
  };
}

/** Limits a name to the characters and the length that the APIs of all models accept. */
function toPropertyName(name: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(name)) return name;
  const words = toLatin(name).replaceAll("<", "_lt").replaceAll(">", "_gt");
  const usable = words.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "");
  return usable.slice(0, longestName) || "parameter";
}

/** Operations share parameters, and then the schemas that tools have for them. */
const createdSchemas = new WeakMap<ParameterModel, { readonly property: string; readonly schema: JsonObject }>();

function getParameterSchema(parameter: ParameterModel, property: string, schemas: InputSchemas): JsonObject {
  const existing = createdSchemas.get(parameter);
  if (existing?.property === property) return existing.schema;
  const schema = createParameterSchema(parameter, property, schemas);
  createdSchemas.set(parameter, { property, schema });
  return schema;
}

function createParameterSchema(parameter: ParameterModel, property: string, schemas: InputSchemas): JsonObject {
  const { name, schema, description, deprecated, examples, in: location, default: defaultValue } = parameter;
  const translated = schema ? schemas.translate(schema) : { type: "string" };
  const wireName = property === name ? "" : `Sent as "${cleanLine(name, 100)}" in the ${location}.`;
  const texts = [readDescription(description, longestDescription) || asText(translated.description), wireName];
  const shortDescription = describeIntegerText(translated, texts.filter((text) => text !== "").join("\n"));
  const { examples: inSchema, ...constraints } = translated;
  const own = examples.length > 0 ? examples.slice(0, 1) : asList(inSchema);
  const shown = selectTellingExamples(own, {
    ...constraints,
    default: defaultValue ?? translated.default,
    description: shortDescription,
  });
  return {
    ...constraints,
    ...(location === "path" ? requireNonEmpty(translated) : {}),
    ...(shortDescription === "" ? {} : { description: shortDescription }),
    ...(deprecated ? { deprecated: true } : {}),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    ...(shown.length > 0 ? { examples: shown } : {}),
  };
}

/** An empty value in a path would produce another address. */
function requireNonEmpty({ type, minItems, minProperties }: JsonObject): JsonObject {
  if (type === "array") return { minItems: minItems || 1 };
  return type === "object" ? { minProperties: minProperties || 1 } : {};
}

const createContentTypeSchema = (types: readonly string[]): JsonObject => ({
  type: "string",
  enum: types,
  default: types[0],
  description: "The media type the body is sent as.",
});

function createParameterDefinition(parameter: ParameterModel, property: string): ParameterDefinition {
  const { name, style, explode, allowReserved, content, fixed } = parameter;
  return {
    name,
    in: parameter.in,
    property,
    style,
    explode,
    ...(allowReserved ? { allowReserved } : {}),
    ...(content === undefined ? {} : { content }),
    ...(fixed && { fixed: fixed.value }),
    ...(parameter.default !== undefined && { default: parameter.default }),
  };
}

/** Replaces the base64 text of the named properties by files with a name and a type. */
function describeUploads(schema: JsonObject, names: readonly string[]): JsonObject {
  const inner = mapSchemas(schema, (part) => describeUploads(part, names));
  if (!isRecord(inner.properties)) return inner;
  const properties = mapMembers(inner.properties, (property, name) =>
    names.includes(name) && isRecord(property) ? describeFiles(property) : property,
  );
  return { ...inner, properties };
}

function describeFiles(schema: JsonObject): JsonObject {
  if (isRecord(schema.items) && isFile(schema.items)) return { ...schema, items: createFileSchema(schema.items) };
  return isFile(schema) ? createFileSchema(schema) : schema;
}

/** An empty schema describes a file where the body's encoding says so. */
const isFile = (schema: JsonObject) => schema.contentEncoding === "base64" || Object.keys(schema).length === 0;

function createFileSchema({ title, description, deprecated }: JsonObject): JsonObject {
  return {
    type: "object",
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    properties: {
      data: { type: "string", contentEncoding: "base64", description: "The bytes of the file, as base64." },
      filename: { type: "string", description: "The name of the file, with its extension." },
      mediaType: { type: "string", description: "Such as image/png. By default what the bytes show." },
    },
    required: ["data"],
    additionalProperties: false,
  };
}
