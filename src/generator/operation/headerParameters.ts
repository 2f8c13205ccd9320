import { asList, asObject } from "../document/json.ts";
import type { OperationModel } from "./model.ts";
import { isMediaType } from "./readMedia.ts";

/** Headers that are not the model's to choose. */
const ownHeaders = new Set([
  "accept",
  "content-type",
  "authorization",
  "content-length",
  "host",
  "connection",
  "transfer-encoding",
]);

/** An operation without the header parameters that the runtime sets itself (OpenAPI says they are to be ignored). */
export function withoutOwnHeaders(model: OperationModel): OperationModel {
  const parameters = model.parameters.filter(
    (parameter) => parameter.in !== "header" || !ownHeaders.has(parameter.name.toLowerCase()),
  );
  return parameters.length === model.parameters.length ? model : { ...model, parameters };
}

/** What a parameter `Accept` asks for, where one is declared: some APIs choose a version by it. */
export function askedTypes({ parameters }: OperationModel): string[] {
  const accept = parameters.find((parameter) => parameter.in === "header" && parameter.name.toLowerCase() === "accept");
  const schema = asObject(accept?.schema?.value);
  const wanted = [schema.default, schema.const, ...asList(schema.enum)].find(
    (type) => typeof type === "string" && isMediaType(type),
  );
  return typeof wanted === "string" ? [wanted] : [];
}
