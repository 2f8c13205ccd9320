import type { ParameterDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asObject, asText, asTextList, type JsonObject, omitMembers } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { DocumentNode } from "../document/references.ts";
import type { BodyModel, MediaModel, ParameterModel } from "./operationModel.ts";
import { isMediaType, listSuccessResponses } from "./readMedia.ts";
import { readParameterLocation } from "./readParameter.ts";

/** A parameter of Swagger 2.0 that is not part of the body. */
export function readSwaggerParameter(
  _: JsonObject,
  site: DocumentNode<JsonObject>,
  report: ReportProblem,
): ParameterModel | undefined {
  const { value, pointer } = site;
  if (value.in === "body" || value.in === "formData") return undefined;
  const place = readParameterLocation(value.in);
  const name = asText(value.name);
  if (!place || name === "") {
    report(
      createWarningProblem("parameter_left_out", `A parameter is left out: it has no usable name and place.`, pointer),
    );
    return undefined;
  }
  const { style, explode } = collection(site, report);
  return {
    ...{ name, pointer, in: place, explode },
    style: place === "query" ? style : "simple",
    required: place === "path" || value.required === true,
    description: asText(value.description),
    deprecated: value.deprecated === true || value["x-deprecated"] === true,
    schema: ownSchema(site),
    examples: value["x-example"] === undefined ? [] : [value["x-example"]],
    allowReserved: false,
    content: undefined,
  };
}

type Collection = Pick<ParameterDefinition, "style" | "explode">;

/** `collectionFormat` in the words of OpenAPI 3. */
function collection({ value, pointer }: DocumentNode<JsonObject>, report: ReportProblem): Collection {
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

/** In 2.0 a parameter other than the body is its own schema. */
function ownSchema({ value, pointer }: DocumentNode<JsonObject>): DocumentNode {
  // Some documents say it as version 3 would.
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
  const consumes = mediaTypes(site.operation.consumes ?? root.consumes);
  const fields = declared.filter(({ value }) => value.in === "formData" && asText(value.name) !== "");
  if (fields.length > 0) return formBody(fields, consumes, site.pointer, report);
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

function formBody(
  fields: readonly DocumentNode<JsonObject>[],
  consumes: readonly string[],
  pointer: string,
  report: ReportProblem,
): BodyModel {
  const hasFile = fields.some(({ value }) => value.type === "file");
  const forms = consumes.filter((type) => /^(multipart\/|application\/x-www-form-urlencoded)/i.test(type));
  const multipart = forms.filter((type) => type.toLowerCase().startsWith("multipart/"));
  const fallback = hasFile ? ["multipart/form-data"] : ["application/x-www-form-urlencoded"];
  const usable = hasFile ? multipart : forms;
  const properties = fields.map((field) => [
    asText(field.value.name),
    { ...ownSchemaValue(field), description: field.value.description },
  ]);
  const required = fields.filter(({ value }) => value.required === true).map(({ value }) => asText(value.name));
  const schema = { type: "object", properties: Object.fromEntries(properties), required };
  const encoding = Object.fromEntries(
    fields
      .filter(({ value }) => value.type === "array")
      .map((field) => [asText(field.value.name), collection(field, report)]),
  );
  return {
    pointer: fields[0]?.pointer ?? pointer,
    required: required.length > 0,
    description: "",
    media: (usable.length > 0 ? usable : fallback).map((type) => ({
      ...{ type, encoding, examples: [] },
      // The pointer tells one schema from another, and this one is nowhere in the document.
      schema: { value: schema, pointer: appendToPointer(pointer, "parameters") },
    })),
  };
}

const ownSchemaValue = (field: DocumentNode<JsonObject>) =>
  omitMembers(asObject(ownSchema(field).value), "description");

export function readSwaggerResponses(root: JsonObject, site: OperationNode, report: ReportProblem): MediaModel[] {
  const produces = mediaTypes(site.operation.produces ?? root.produces);
  const types = produces.length > 0 ? produces : ["application/json"];
  return listSuccessResponses(root, site, report).flatMap((response) => {
    const { schema } = response.value;
    const found = isRecord(schema)
      ? { value: schema, pointer: appendToPointer(response.pointer, "schema") }
      : undefined;
    return types.map((type) => ({ type, schema: found, examples: [], encoding: {} }));
  });
}

const mediaTypes = (value: unknown) =>
  asTextList(value)
    .filter(isMediaType)
    .map((type) => type.trim());
