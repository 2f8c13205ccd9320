import { asList, asObject } from "../document/jsonValues.ts";
import type { OperationModel, ParameterModel } from "./operationModel.ts";
import { isMediaType } from "./readMedia.ts";

/** Headers that are not the model's to choose. */
const ownHeaders = new Set([
  ...["accept", "content-type", "authorization"],
  ...["content-length", "host", "connection", "transfer-encoding"],
]);

/**
 * An operation without the header parameters that the runtime sets itself (OpenAPI says they are to be ignored). An `Accept` that lists
 * its values stays, because it chooses a format or a version; as every request carries one, the choice is always made.
 */
export function omitRuntimeHeaders(model: OperationModel): OperationModel {
  const parameters = model.parameters.flatMap((parameter) => {
    if (isHeader(parameter, "accept") && isChoice(parameter)) return [{ ...parameter, required: true }];
    return parameter.in === "header" && ownHeaders.has(parameter.name.toLowerCase()) ? [] : [parameter];
  });
  return { ...model, parameters };
}

/** What a parameter `Accept` asks for unless told otherwise. */
export function readAcceptTypes({ parameters }: OperationModel): string[] {
  const { default: wanted } = schemaOf(parameters.find((parameter) => isHeader(parameter, "accept")));
  return typeof wanted === "string" && isMediaType(wanted) ? [wanted] : [];
}

const isHeader = (parameter: ParameterModel, name: string) =>
  parameter.in === "header" && parameter.name.toLowerCase() === name;

function isChoice(parameter: ParameterModel): boolean {
  const schema = schemaOf(parameter);
  return asList(schema.enum).length > 0 || schema.const !== undefined;
}

const schemaOf = (parameter: ParameterModel | undefined) => asObject(parameter?.schema?.value);
