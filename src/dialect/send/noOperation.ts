import { isHtmlBody } from "../../client/createServiceError.ts";
import { operationTable } from "../../contract/operations.ts";
import type { Asking, Got } from "../dialect.ts";
import { recogniseError } from "../recognise/recogniseError.ts";

/** Statuses of an operation that is not there. */
export function isLack(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Whether a refusal says that the operation itself is not there; a 404 may only be about what it was asked of. */
export function isNoOperation(of: Asking, got: Got): boolean {
  return got.status === 404 ? isNoPath(of, got) : isLack(got.status);
}

/** Whether nothing is there at all, or the thing it is about is not. */
function isNoPath({ name }: Asking, { text, json }: Got): boolean {
  const message = recogniseError(json)?.message ?? text;
  const isBare = /^\W*(?:404\W*)?(?:(?:page|resource )?not.?found\W*)?$/i.test(message);
  const speaksOfPath =
    /\b(?:route|endpoint|path|url|offered|implemented|supported|cannot (?:get|post|patch|delete))\b/i;
  return isBare || isHtmlBody(text) || message.includes(operationTable[name].path) || speaksOfPath.test(message);
}
