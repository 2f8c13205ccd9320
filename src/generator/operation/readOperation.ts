import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asObject, asText, asTextList, type JsonObject } from "../document/jsonValues.ts";
import type { OperationNode } from "../document/operationNodes.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import { readDescription, readDescriptionLine } from "../document/readDescription.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { type DocumentNode, followObjectReference, isMissingNode } from "../document/references.ts";
import { applyOperationExtension, applyParameterExtension } from "./applyParameterExtensions.ts";
import type { OperationModel, ParameterModel } from "./operationModel.ts";
import { UnusableOperationError } from "./operationModel.ts";
import { listSuccessResponses, readBodyModel, readContent } from "./readMedia.ts";
import { readParameter } from "./readParameter.ts";
import { readQueryString } from "./readQueryString.ts";
import { readSwaggerBody, readSwaggerParameter, readSwaggerResponses } from "./readSwagger.ts";
import { readStatedHints } from "./statedHints.ts";

/** What the operations of a document are read with. */
interface OperationReading {
  readonly report: ReportProblem;
  /** Many operations refer to the same parameters, which are read once. The key is the parameter in the document. */
  readonly parameters: Map<JsonObject, readonly ParameterModel[]>;
}

/** Reads an operation of any OpenAPI version; throws `UnusableOperationError` if it cannot be a tool. */
export function readOperation(
  document: OpenapiDocument,
  site: OperationNode,
  { report, parameters: known }: OperationReading,
): OperationModel {
  const { operation, item, method, path, pointer } = site;
  const swagger = document.family === "2.0";
  const declared = listDeclaredParameters(document.root, site);
  const readDeclared = swagger ? readSwaggerParameter : readParameter;
  const parameters = declared.flatMap((parameter) => {
    const { value } = parameter;
    const found = known.get(value);
    if (found) return found;
    if (value.in === "querystring") return readQueryString(document.root, parameter, report);
    const model = readDeclared(document.root, parameter, report);
    const applied = model && applyParameterExtension(model, parameter, report);
    known.set(value, applied ? [applied] : []);
    return applied ?? [];
  });
  const offered = applyOperationExtension(completePathParameters(path, parameters, pointer, report), site, report);
  const body = swagger
    ? readSwaggerBody(document.root, { site, declared, report })
    : readBodyModel(document.root, site, report);
  const responses = listSuccessResponses(document.root, site, report);
  return {
    method,
    path,
    pointer,
    operationId: asText(operation.operationId),
    tags: asTextList(operation.tags),
    summary: readDescriptionLine(operation.summary || item.value.summary, 1000),
    description: readDescription(operation.description || item.value.description, 2000, findLinkBase(document, site)),
    deprecated: operation.deprecated === true,
    statedHints: readStatedHints(operation),
    hasItems: site.hasItems,
    parameters: offered,
    body,
    responses: swagger
      ? readSwaggerResponses(document.root, site, responses)
      : responses.flatMap((response) => readContent(document.root, response, report)),
    switchesProtocol: Object.hasOwn(asObject(operation.responses), "101"),
    hasLinks: responses.some(({ value }) =>
      Object.keys(asObject(value.headers)).some((name) => name.toLowerCase() === "link"),
    ),
    security: readSecurity(operation.security ?? document.root.security),
    servers: findOwnServers(site),
  };
}

/** Relative links of a description lead to the API's own documentation. */
function findLinkBase({ root }: OpenapiDocument, { operation }: OperationNode): string | undefined {
  return asText(asObject(operation.externalDocs).url) || asText(asObject(root.externalDocs).url) || undefined;
}

/** Lists the parameters of the path and the operation. The operation's parameter wins if both declare the same one. */
function listDeclaredParameters(
  root: JsonObject,
  { item, operation, pointer }: OperationNode,
): DocumentNode<JsonObject>[] {
  const lists = [
    { list: item.value.parameters, pointer: appendToPointer(item.pointer, "parameters") },
    { list: operation.parameters, pointer: appendToPointer(pointer, "parameters") },
  ];
  const byKey = new Map<string, DocumentNode<JsonObject>>();
  for (const { list, pointer: at } of lists) {
    for (const [index, value] of asList(list).entries()) {
      const found = followObjectReference(root, { value, pointer: appendToPointer(at, index) });
      if (isMissingNode(found)) throw new UnusableOperationError(`its parameter ${found.missing}`, found.pointer);
      const { name, in: location } = found.value;
      byKey.set(JSON.stringify([location, location === "body" ? "" : name]), found);
    }
  }
  return [...byKey.values()];
}

/** Adds path parameters that are not declared and omits declared ones that the path does not contain. */
function completePathParameters(
  path: string,
  parameters: readonly ParameterModel[],
  pointer: string,
  report: ReportProblem,
) {
  const names = [...new Set([...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []))];
  const usable = parameters.filter((parameter) => {
    if (parameter.in !== "path" || names.includes(parameter.name)) return true;
    const message = `The path ${path} does not contain its parameter "${parameter.name}", which is left out.`;
    report(createWarningProblem("unused_path_parameter", message, parameter.pointer));
    return false;
  });
  const declared = new Set(usable.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  const missing = names.filter((name) => !declared.has(name));
  for (const name of missing) {
    const message = `The path parameter "${name}" of ${path} is not declared; it is taken as a string.`;
    report(createWarningProblem("undeclared_path_parameter", message, pointer));
  }
  return [...missing.map((name) => createUndeclaredParameter(name, pointer)), ...usable];
}

const createUndeclaredParameter = (name: string, pointer: string): ParameterModel => ({
  name,
  pointer,
  in: "path",
  style: "simple",
  required: true,
  deprecated: false,
  explode: false,
  allowReserved: false,
  description: "",
  examples: [],
  content: undefined,
  schema: { value: { type: "string" }, pointer },
});

function readSecurity(value: unknown): string[][] {
  return asList(value).flatMap((alternative) => (isRecord(alternative) ? [Object.keys(alternative)] : []));
}

/** What is no list is invalid, but does not mean the address of the API. */
const hasServers = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** The servers that an operation or its path declares. */
export function findOwnServers({ operation, item, pointer }: OperationNode): DocumentNode | undefined {
  if (hasServers(operation.servers)) return { value: operation.servers, pointer: appendToPointer(pointer, "servers") };
  if (hasServers(item.value.servers))
    return { value: item.value.servers, pointer: appendToPointer(item.pointer, "servers") };
  return undefined;
}
