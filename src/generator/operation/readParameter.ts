import type { ParameterDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asObject, asText, getMember, type JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { DocumentNode } from "../document/references.ts";
import type { ParameterModel } from "./operationModel.ts";
import { readExamples } from "./readExamples.ts";

type Place = ParameterDefinition["in"];
type Style = ParameterDefinition["style"];

const styles: Readonly<Record<Place, readonly Style[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** A parameter of OpenAPI 3; undefined where it says too little to be sent. */
export function readParameter(
  root: JsonObject,
  { value, pointer }: DocumentNode<JsonObject>,
  report: ReportProblem,
): ParameterModel | undefined {
  const place = readParameterLocation(value.in);
  const name = asText(value.name);
  if (!place || name === "") {
    report(
      createWarningProblem("parameter_left_out", `A parameter is left out: it has no usable name and place.`, pointer),
    );
    return undefined;
  }
  const style = styles[place].find((known) => known === value.style) ?? styles[place][0] ?? "simple";
  const [content, media] = Object.entries(asObject(value.content))[0] ?? [];
  const schema = content === undefined ? value.schema : getMember(media, "schema");
  const schemaPointer =
    content === undefined ? appendToPointer(pointer, "schema") : appendToPointer(pointer, "content", content, "schema");
  return {
    ...{ name, pointer, style, content, in: place },
    required: place === "path" || value.required === true,
    description: asText(value.description),
    deprecated: value.deprecated === true,
    schema: isRecord(schema) ? { value: schema, pointer: schemaPointer } : undefined,
    examples: readExamples(root, content === undefined ? value : asObject(media)),
    explode: typeof value.explode === "boolean" ? value.explode : style === "form",
    allowReserved: value.allowReserved === true,
  };
}

export function readParameterLocation(value: unknown): Place | undefined {
  return value === "path" || value === "query" || value === "header" || value === "cookie" ? value : undefined;
}
