import { describeFailedCall } from "../../client/errorMessages.ts";
import { UnclearAnswerError } from "../../client/errors.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { findInList, readItemById } from "../select/readItemById.ts";
import { selectedId } from "../select/selectors.ts";
import { type DialectCall, startInnerCall } from "../session.ts";

/** The service answered with success and changed something else, or nothing. */
export class ChangeNotAppliedError extends UnclearAnswerError {}

/**
 * The changed item, if it is as it was asked to be. Where the response shows something else, the item is read again. Fields that the
 * service does not state show nothing.
 */
export async function requireApplied(call: DialectCall, item: UnknownRecord, status: number): Promise<UnknownRecord> {
  if (!call.name.endsWith(".update")) return item;
  const first = findDifference(call, item);
  if (!first) return item;
  const again = await readCurrent(call);
  const difference = again ? findDifference(call, again) : first;
  if (!difference) return { ...item, ...again };
  const { field, stated } = difference;
  const { host } = call.session.context.base;
  const is = stated === undefined ? "was not changed" : `is still ${JSON.stringify(stated)}`;
  const message = `${describeFailedCall(call.name, host)}: the service answered ${status}, and ${field} ${is}.`;
  throw new ChangeNotAppliedError(message, { operation: call.name, host, status });
}

const comparedFields = ["name", "description", "desiredState"];

/** Whether reading an item again can show that it was changed. */
export function showsChange({ input }: DialectCall): boolean {
  return comparedFields.some((field) => typeof input[field] === "string");
}

interface Difference {
  readonly field: string;
  readonly stated: string | undefined;
}

/** The first field that is not as it was asked to be. */
export function findDifference({ input }: DialectCall, item: UnknownRecord): Difference | undefined {
  for (const field of comparedFields) {
    const [asked, stated] = [input[field], item[field]];
    if (typeof asked === "string" && typeof stated === "string" && stated !== asked) return { field, stated };
  }
  const { environment } = input;
  if (!isRecord(environment) || !isRecord(item.environment)) return undefined;
  const stated = item.environment;
  const dropped = Object.entries(environment).find(([name, value]) => value !== null && !Object.hasOwn(stated, name));
  return dropped && { field: `the variable ${dropped[0]}`, stated: undefined };
}

async function readCurrent(call: DialectCall): Promise<UnknownRecord | undefined> {
  const id = selectedId(call);
  if (id === undefined) return undefined;
  if (call.name !== "project.update") return findInList(call, id);
  return readItemById(startInnerCall(call, "project.get", { id })).catch(() => undefined);
}
