import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { readToolExtension, type ToolExtension } from "../operation/toolExtension.ts";
import type { JsonObject } from "./jsonValues.ts";
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
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Lists all operations in the document's order. */
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
    // Members beside a path item's `$ref` apply too.
    const merged = isRecord(value) && item.value !== value ? { ...item.value, ...value } : item.value;
    return listItemOperations(path, { value: merged, pointer: item.pointer }, report);
  });
}

function listItemOperations(path: string, item: DocumentNode<JsonObject>, report: ReportProblem): OperationNode[] {
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
    if (isRecord(operation)) {
      const extension = readToolExtension(operation, pointer, report);
      return [{ method: method.toUpperCase(), path, pointer, operation, item, extension }];
    }
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
