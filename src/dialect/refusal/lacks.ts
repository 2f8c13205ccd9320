import { isHtmlBody } from "../../client/createServiceError.ts";
import { operationTable } from "../../contract/operations.ts";
import type { DialectCall, DialectResponse } from "../dialectCall.ts";
import { readErrorBody } from "./readErrorBody.ts";

/** Whether the status can mean that the service does not have the operation; a 404 can also mean that the item is not there. */
export function isLack({ status }: Pick<DialectResponse, "status">): boolean {
  return status === 404 || status === 405 || status === 501;
}

const aboutPath = /\b(?:route|endpoint|path|url|offered|implemented|supported|cannot (?:get|post|patch|delete))\b/i;

/** Whether a refusal says that the operation itself is not there, and not only the item. */
export function isMissingOperation({ name }: Pick<DialectCall, "name">, response: DialectResponse): boolean {
  const { status, json, text } = response;
  if (status !== 404) return isLack(response);
  const message = readErrorBody(json)?.message ?? text;
  const isBare = /^\W*(?:404\W*)?(?:(?:page|resource )?not.?found\W*)?$/i.test(message);
  return isBare || isHtmlBody(text) || message.includes(operationTable[name].path.slice(1)) || aboutPath.test(message);
}
