import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { readToolExtension, type ToolExtension } from "../operation/toolExtension.ts";
import { asList, asObject, asText, asTextList, type JsonObject } from "./jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "./problemCollector.ts";
import type { OpenapiDocument } from "./readOpenapiDocument.ts";
import { type DocumentNode, followObjectReference, isMissingNode } from "./references.ts";

/** An operation as it is written in the document. */
export interface OperationNode {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly operation: JsonObject;
  /** The path item, whose members apply to its operations unless an operation overrides them. */
  readonly item: DocumentNode<JsonObject>;
  /** Its `x-mcp`. */
  readonly extension: ToolExtension;
  /** Those of the operation, and the parents of these. */
  readonly tags: readonly string[];
  /** Whether the document has paths of items of its path, such as `/tags/{id}`, which can be read, changed or removed. */
  readonly hasItems: boolean;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "query", "trace"];
/** Methods that `fetch` does not send. */
const unsentMethods = ["CONNECT", "TRACE", "TRACK"];

/** Lists all operations in the document's order. */
export function listOperationNodes({ root }: OpenapiDocument, report: ReportProblem): OperationNode[] {
  const paths = isRecord(root.paths) ? root.paths : {};
  const readTags = createTagReader(root);
  const lists = listPathsWithItems(paths);
  return Object.entries(paths).flatMap(([path, value]) => {
    if (path.startsWith("x-")) return [];
    const pointer = appendToPointer("/paths", path);
    const item = followObjectReference(root, { value, pointer });
    if (isMissingNode(item)) {
      report(createWarningProblem("path_left_out", `The path ${path} is left out: ${item.missing}.`, item.pointer));
      return [];
    }
    // Members beside a path item's `$ref` apply too.
    const merged = isRecord(value) && item.value !== value ? { ...item.value, ...value } : item.value;
    const whole = { value: merged, pointer: item.pointer };
    return listItemOperations(whole).flatMap(({ method, operation, pointer: at }) => {
      const problem = findOperationProblem(method, operation);
      if (problem === undefined && isRecord(operation)) {
        const extension = readToolExtension(operation, at, report);
        return [
          {
            method,
            path,
            pointer: at,
            operation,
            item: whole,
            extension,
            tags: readTags(operation),
            hasItems: lists.has(path),
          },
        ];
      }
      report(createWarningProblem("operation_left_out", `${method} ${path} is left out: ${problem}.`, at));
      return [];
    });
  });
}

function listPathsWithItems(paths: JsonObject): ReadonlySet<string> {
  const isItem = (value: unknown) =>
    Object.keys(asObject(value)).some((key) => /^(get|put|patch|delete|\$ref)$/i.test(key));
  return new Set(
    Object.entries(paths).flatMap(([path, value]) =>
      isItem(value) ? (/^(.+)\/\{[^{}/]+\}$/.exec(path)?.[1] ?? []) : [],
    ),
  );
}

function listItemOperations({ value, pointer }: DocumentNode<JsonObject>) {
  const additional = "additionalOperations";
  const fixed = Object.keys(value).filter((key) => methods.includes(key.toLowerCase()));
  return [
    ...fixed.map((key) => ({ key, operation: value[key], pointer: appendToPointer(pointer, key) })),
    ...Object.entries(asObject(value[additional])).map(([key, operation]) => {
      return { key, operation, pointer: appendToPointer(pointer, additional, key) };
    }),
  ].map(({ key, ...found }) => ({ ...found, method: key.toUpperCase() }));
}

function findOperationProblem(method: string, operation: unknown): string | undefined {
  if (unsentMethods.includes(method)) return `requests with ${method} are not sent`;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(method)) return "this is not a method of HTTP";
  return isRecord(operation) ? undefined : "it is not an object";
}

/** Reads the tags of operations with the parents of these (OpenAPI 3.2). */
function createTagReader(root: JsonObject): (operation: JsonObject) => readonly string[] {
  const declared = asList(root.tags).map(asObject);
  const parents = new Map(declared.map(({ name, parent }) => [asText(name).trim(), asText(parent).trim()]));
  return ({ tags }) => {
    const found = new Set(asTextList(tags).map((tag) => tag.trim()));
    for (const tag of found) {
      const parent = parents.get(tag);
      if (parent) found.add(parent);
    }
    return [...found];
  };
}
