import type { ParameterDefinition } from "../../runtime/definition.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { getMember } from "../../text/record.ts";
import { asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import type { ParameterModel } from "./operationModel.ts";
import { isSchema, readExamples } from "./readMedia.ts";

type ParameterLocation = ParameterDefinition["in"];
type Style = ParameterDefinition["style"];

const styles: Readonly<Record<ParameterLocation, readonly Style[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** Reads a parameter of OpenAPI 3; undefined if it has no usable name or location. */
export function readParameter(
  root: JsonObject,
  site: DocumentNode<JsonObject>,
  report: ReportProblem,
): ParameterModel | undefined {
  const { value, pointer } = site;
  const identity = readParameterIdentity(site, report);
  if (!identity) return undefined;
  const { name, location } = identity;
  const style =
    styles[location].find((supportedStyle) => supportedStyle === value.style) ?? styles[location][0] ?? "simple";
  const [content, declared] = Object.entries(asObject(value.content))[0] ?? [];
  const media = followReference(root, { value: declared, pointer: appendToPointer(pointer, "content", content ?? "") });
  const { value: holder, pointer: holderPointer } =
    content === undefined ? site : isMissingNode(media) ? { value: {}, pointer } : media;
  const schema = getMember(holder, "schema");
  return {
    name,
    pointer,
    style,
    content,
    in: location,
    required: location === "path" || value.required === true,
    description: asText(value.description),
    deprecated: value.deprecated === true,
    schema: isSchema(schema) ? { value: schema, pointer: appendToPointer(holderPointer, "schema") } : undefined,
    examples: readExamples(root, asObject(holder)),
    explode: typeof value.explode === "boolean" ? value.explode : style === "form",
    allowReserved: value.allowReserved === true,
  };
}

function readParameterLocation(value: unknown): ParameterLocation | undefined {
  return value === "path" || value === "query" || value === "header" || value === "cookie" ? value : undefined;
}

/** undefined: the parameter has no usable name and location, and is reported as left out. */
export function readParameterIdentity(
  { value, pointer }: DocumentNode<JsonObject>,
  report: ReportProblem,
): { readonly name: string; readonly location: ParameterLocation } | undefined {
  const location = readParameterLocation(value.in);
  const name = asText(value.name);
  if (location && name !== "") return { name, location };
  const message = "A parameter is left out: it has no usable name and location.";
  report(createWarningProblem("parameter_left_out", message, pointer));
  return undefined;
}
