import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "./jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "./problemCollector.ts";
import type { OpenapiDocument } from "./readOpenapiDocument.ts";
import { type DocumentNode, followObjectReference, isMissingNode } from "./references.ts";

/** An operation of the document, as it is written there. */
export interface OperationNode {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly operation: JsonObject;
  /** The path's item: what it says holds for its operations unless they say otherwise. */
  readonly item: DocumentNode<JsonObject>;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

/** All operations in the document's order. */
export function listOperationNodes({ root }: OpenapiDocument, report: ReportProblem): OperationNode[] {
  const paths = isRecord(root.paths) ? root.paths : {};
  return Object.entries(paths).flatMap(([path, value]) => {
    if (path.startsWith("x-")) return [];
    const pointer = appendToPointer("/paths", path);
    const item = followObjectReference(root, { value, pointer });
    if (isMissingNode(item)) {
      report(createWarningProblem("path_left_out", `The path ${path} is left out: ${item.missing}.`, item.pointer));
      return [];
    }
    // Members beside a path item's `$ref` count too.
    const own = isRecord(value) && item.value !== value ? { ...item.value, ...value } : item.value;
    return itemOperations(path, { value: own, pointer: item.pointer }, report);
  });
}

function itemOperations(path: string, item: DocumentNode<JsonObject>, report: ReportProblem): OperationNode[] {
  return Object.entries(item.value).flatMap(([key, operation]) => {
    const method = key.toLowerCase();
    const pointer = appendToPointer(item.pointer, key);
    if (method === "trace" && isRecord(operation))
      report(
        createWarningProblem(
          "operation_left_out",
          `TRACE ${path} is left out: requests with TRACE are not sent.`,
          pointer,
        ),
      );
    if (!methods.includes(method)) return [];
    if (isRecord(operation)) return [{ method: method.toUpperCase(), path, pointer, operation, item }];
    report(
      createWarningProblem(
        "operation_left_out",
        `${method.toUpperCase()} ${path} is left out: it is not an object.`,
        pointer,
      ),
    );
    return [];
  });
}
