import type { ParameterDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asObject, asText, asTextList, type JsonObject, omitMembers } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { DocumentNode } from "../document/references.ts";
import type { BodyModel, MediaModel, ParameterModel } from "./operationModel.ts";
import { isMediaType } from "./readMedia.ts";
import { readParameterIdentity } from "./readParameter.ts";

/** Reads a Swagger 2.0 parameter; undefined if it is part of the body. */
export function readSwaggerParameter(
  _: JsonObject,
  site: DocumentNode<JsonObject>,
  report: ReportProblem,
): ParameterModel | undefined {
  const { value, pointer } = site;
  if (value.in === "body" || value.in === "formData") return undefined;
  const identity = readParameterIdentity(site, report);
  if (!identity) return undefined;
  const { name, location } = identity;
  const { style, explode } = readCollectionFormat(site, report);
  return {
    name,
    pointer,
    in: location,
    explode,
    style: location === "query" ? style : "simple",
    required: location === "path" || value.required === true,
    description: asText(value.description),
    deprecated: value.deprecated === true || value["x-deprecated"] === true,
    schema: readParameterSchema(site),
    examples: value["x-example"] === undefined ? [] : [value["x-example"]],
    allowReserved: false,
    content: undefined,
  };
}

type CollectionStyle = Pick<ParameterDefinition, "style" | "explode">;

/** Converts `collectionFormat` to OpenAPI 3's style and explode. */
function readCollectionFormat({ value, pointer }: DocumentNode<JsonObject>, report: ReportProblem): CollectionStyle {
  const format = value.collectionFormat;
  if (format === "multi") return { style: "form", explode: true };
  if (format === "ssv") return { style: "spaceDelimited", explode: false };
  if (format === "pipes") return { style: "pipeDelimited", explode: false };
  if (format === "tsv")
    report(
      createWarningProblem(
        "collection_format",
        `"${asText(value.name)}" is sent with commas: tabs are not supported.`,
        pointer,
      ),
    );
  return { style: "form", explode: false };
}

/** In Swagger 2.0 a parameter other than the body is its own schema. */
function readParameterSchema({ value, pointer }: DocumentNode<JsonObject>): DocumentNode {
  // Some documents use `schema`, as in OpenAPI 3.
  if (isRecord(value.schema)) return { value: value.schema, pointer: appendToPointer(pointer, "schema") };
  return {
    value: omitMembers(
      value,
      "name",
      "in",
      "required",
      "description",
      "collectionFormat",
      "allowEmptyValue",
      "x-example",
    ),
    pointer,
  };
}

interface SwaggerBody {
  readonly site: OperationNode;
  readonly declared: readonly DocumentNode<JsonObject>[];
  readonly report: ReportProblem;
}

export function readSwaggerBody(root: JsonObject, { site, declared, report }: SwaggerBody): BodyModel | undefined {
  const consumes = readMediaTypes(site.operation.consumes ?? root.consumes);
  const fields = declared.filter(({ value }) => value.in === "formData" && asText(value.name) !== "");
  if (fields.length > 0) return createFormBody(fields, consumes, site.pointer, report);
  const body = declared.find(({ value }) => value.in === "body");
  if (!body) return undefined;
  const schema = isRecord(body.value.schema)
    ? { value: body.value.schema, pointer: appendToPointer(body.pointer, "schema") }
    : undefined;
  const types = consumes.length > 0 ? consumes : ["application/json"];
  return {
    pointer: body.pointer,
    required: body.value.required === true,
    description: asText(body.value.description),
    media: types.map((type) => ({ type, schema, examples: [], encoding: {} })),
  };
}

function createFormBody(
  fields: readonly DocumentNode<JsonObject>[],
  consumes: readonly string[],
  pointer: string,
  report: ReportProblem,
): BodyModel {
  const hasFile = fields.some(({ value }) => value.type === "file");
  const formTypes = consumes.filter((type) => /^(multipart\/|application\/x-www-form-urlencoded)/i.test(type));
  const multipart = formTypes.filter((type) => type.toLowerCase().startsWith("multipart/"));
  const fallback = hasFile ? ["multipart/form-data"] : ["application/x-www-form-urlencoded"];
  const usable = hasFile ? multipart : formTypes;
  const properties = fields.map((field) => [
    asText(field.value.name),
    { ...getSchemaValue(field), description: field.value.description },
  ]);
  const required = fields.filter(({ value }) => value.required === true).map(({ value }) => asText(value.name));
  const schema = { type: "object", properties: Object.fromEntries(properties), required };
  const encoding = Object.fromEntries(
    fields
      .filter(({ value }) => value.type === "array")
      .map((field) => [asText(field.value.name), readCollectionFormat(field, report)]),
  );
  return {
    pointer: fields[0]?.pointer ?? pointer,
    required: required.length > 0,
    description: "",
    media: (usable.length > 0 ? usable : fallback).map((type) => ({
      type,
      encoding,
      examples: [],
      // The pointer identifies a schema, and this schema is not in the document.
      schema: { value: schema, pointer: appendToPointer(pointer, "parameters") },
    })),
  };
}

const getSchemaValue = (field: DocumentNode<JsonObject>) =>
  omitMembers(asObject(readParameterSchema(field).value), "description");

export function readSwaggerResponses(
  root: JsonObject,
  { operation }: OperationNode,
  responses: readonly DocumentNode<JsonObject>[],
): MediaModel[] {
  const produces = readMediaTypes(operation.produces ?? root.produces);
  const types = produces.length > 0 ? produces : ["application/json"];
  return responses.flatMap((response) => {
    const { schema } = response.value;
    const found = isRecord(schema)
      ? { value: schema, pointer: appendToPointer(response.pointer, "schema") }
      : undefined;
    return types.map((type) => ({ type, schema: found, examples: [], encoding: {} }));
  });
}

const readMediaTypes = (value: unknown) =>
  asTextList(value)
    .filter(isMediaType)
    .map((type) => type.trim());
