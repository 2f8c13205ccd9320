import type { OperationName } from "../../contract/operations.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import type { Got } from "../dialect.ts";
import { subjectOf } from "../language/subjects.ts";
import { recogniseFields } from "./recogniseFields.ts";
import { recogniseItem } from "./recogniseItem.ts";
import { recogniseList } from "./recogniseList.ts";

/** Whether an answer holds what was asked for, in whatever form. */
export function isUnderstood(operation: OperationName, json: unknown): boolean {
  const subject = subjectOf(operation);
  if (!subject) return false;
  if (subject.kind === "list") return recogniseList(json, subject) !== undefined;
  const fields = recogniseItem(json, subject)?.fields ?? {};
  // One field alone may be anything.
  return Object.keys(fields).length > 1 && ["id", "name", "email"].some((name) => name in fields);
}

/** The id of the organization that an answer is about: the first one of those it lists, or the one whose key it is. */
export function organizationIn({ circumstances, json, refusal }: Got): string | undefined {
  const operation = circumstances.operation;
  const subject = subjectOf(operation);
  if (!subject || refusal) return undefined;
  const isList = operation === "organizations.list";
  if (!isList && operation !== "me.get") return undefined;
  const item = isList ? recogniseList(json, subject)?.items[0] : recogniseItem(json, subject)?.item;
  const found = item && recogniseFields({ ...subject, items: [item] })[isList ? "id" : "organizationId"];
  const id = found && getValueAtPath(item, found.place);
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}
