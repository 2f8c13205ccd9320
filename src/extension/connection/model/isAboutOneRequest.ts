import type * as z from "zod";
import type { Evidence } from "../../../contract/evidence.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";

/** Whether a failure is about the item or the values of one request: then an operation that has worked still works. */
export function isAboutOneRequest(operation: OperationName, { outcome, status }: Evidence): boolean {
  const { method, query, body } = operationTable[operation];
  if (outcome === "notOffered") return status === 404 && isIdRequired(query);
  const isRejectedInput = status === 400 || status === 422;
  return outcome === "refused" && isRejectedInput && method !== "GET" && body !== null;
}

function isIdRequired({ shape }: { readonly shape: z.core.$ZodLooseShape }): boolean {
  return "id" in shape && shape.id?.safeParse(undefined).success === false;
}
