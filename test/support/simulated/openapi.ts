import { isOperationName } from "../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import type { Conventions } from "./conventions/conventions.ts";
import type { Style } from "./conventions/style.ts";
import { bodyFieldNames, bodyWrapper, requiredFields, wireInputName, wireTargetName } from "./inputs.ts";
import type { Fields } from "./json.ts";
import { pageQueryNames } from "./paging.ts";
import { operationSubjects } from "./resources.ts";
import { findSelector } from "./selector.ts";

/** The service's OpenAPI document, which describes the inputs but little of the responses, as many documents do. */
export function createServiceDocument(conventions: Conventions): Fields {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(operationTable)) {
    if (!isOperationName(name) || conventions.missing.has(name)) continue;
    const { path, method, summary } = operationTable[name];
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { summary, ...operationOf(conventions, conventions.style(name), name) },
    };
  }
  return { openapi: "3.0.3", info: { title: "A service", version: "1" }, paths };
}

function operationOf(conventions: Conventions, style: Style, name: OperationName): Fields {
  const selector = findSelector(conventions, style, name);
  const selecting =
    selector && selector.in !== "body"
      ? [{ name: selector.name, in: selector.in, required: true, schema: { type: "string" } }]
      : [];
  const paging =
    operationSubjects[name].kind === "list"
      ? pageQueryNames(style).map((param) => ({ name: param, in: "query", schema: { type: "string" } }))
      : [];
  const body = bodyOf(conventions, style, name);
  return {
    operationId: name.replaceAll(".", "_"),
    parameters: [...selecting, ...paging],
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: { 200: { description: "Done." } },
  };
}

function bodyOf(conventions: Conventions, style: Style, name: OperationName): Fields | undefined {
  const selector = findSelector(conventions, style, name);
  const selecting = selector?.in === "body" ? { [selector.name]: { type: "string" } } : {};
  const named = (field: string) => wireInputName(conventions, style, name, field);
  const own = Object.fromEntries(
    bodyFieldNames(name).map((field) => [named(field), schemaOf(conventions, style, field)]),
  );
  if (Object.keys({ ...own, ...selecting }).length === 0) return undefined;
  const wrapper = bodyWrapper(style, name);
  const inner = { type: "object", properties: own, required: (requiredFields[name] ?? []).map(named) };
  if (wrapper === undefined)
    return { ...inner, properties: { ...own, ...selecting }, required: [...inner.required, ...Object.keys(selecting)] };
  return {
    type: "object",
    properties: { [wrapper]: inner, ...selecting },
    required: [wrapper, ...Object.keys(selecting)],
  };
}

function schemaOf(conventions: Conventions, style: Style, field: string): Fields {
  if (field !== "target") return {};
  const names = ["scope", "agent", "path", "machine"].map((inner) => wireTargetName(conventions, style, inner));
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names,
  };
}
