import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import { asObject, asText, asTextList, type JsonObject } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { DocumentNode } from "../document/references.ts";
import { listComposition } from "../schema/listComposition.ts";
import { type ParameterModel, UnusableOperationError } from "./operationModel.ts";

const form = "application/x-www-form-urlencoded";

/** Reads a parameter that is the whole query (`in: querystring`, OpenAPI 3.2): each property of its form is a parameter of the query. */
export function readQueryString(
  root: JsonObject,
  { value, pointer }: DocumentNode<JsonObject>,
  report: ReportProblem,
): ParameterModel[] {
  const media = getMember(value.content, form);
  const site = { value: getMember(media, "schema"), pointer: appendToPointer(pointer, "content", form, "schema") };
  const parts = isRecord(site.value) ? listComposition(root, site) : [];
  const required = new Set(parts.flatMap((part) => asTextList(part.value.required)));
  const parameters = parts.flatMap((part) =>
    Object.entries(asObject(part.value.properties)).map(([name, schema]): ParameterModel => {
      const at = appendToPointer(part.pointer, "properties", name);
      const isObject = listComposition(root, { value: schema, pointer: at }).some((one) =>
        isRecord(one.value.properties),
      );
      return {
        name,
        pointer: at,
        in: "query",
        style: "form",
        explode: true,
        required: value.required === true && required.has(name),
        description: "",
        deprecated: false,
        schema: { value: schema, pointer: at },
        examples: [],
        allowReserved: false,
        content: isObject ? "application/json" : undefined,
      };
    }),
  );
  if (parameters.length > 0) return parameters;
  const message = `"${asText(value.name)}" is the whole query, and is no ${form} whose properties are listed`;
  if (value.required === true) throw new UnusableOperationError(`its parameter ${message}`, pointer);
  report(createWarningProblem("parameter_left_out", `A parameter is left out: ${message}.`, pointer));
  return [];
}
