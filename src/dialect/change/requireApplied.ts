import * as l10n from "@vscode/l10n";
import { describeFailedCall } from "../../client/errorMessages.ts";
import { UnclearAnswerError } from "../../client/errors.ts";
import { getValueAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectCall } from "../dialectCall.ts";
import type { Places } from "../read/findFields.ts";
import { readCurrent } from "../select/readItemById.ts";
import { profileOf } from "../session.ts";
import { formatResource } from "../vocabulary/formatResource.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { isStated } from "../vocabulary/values.ts";

/** The service answered with success, and did not change what it was asked to change, or does not show whether it did. */
class ChangeNotAppliedError extends UnclearAnswerError {}

/**
 * The changed item, if it is as it was asked to be. Where the response does not show that, the item is read again: a version may be
 * published a moment later.
 */
export async function requireApplied(
  call: DialectCall,
  item: UnknownRecord,
  status: number,
  before: UnknownRecord | undefined,
): Promise<UnknownRecord> {
  if (!call.name.endsWith(".update")) return item;
  let current = item;
  for (const waitMs of isPublishing(call) ? appliedWaitsMs : [0]) {
    const isShown = !isPublishing(call) || current.latestVersion !== undefined;
    if (isShown && !findDifference(call, current, before)) return current;
    if (waitMs > 0) await call.session.context.clock.wait(waitMs, call.options.signal);
    current = { ...current, ...(await readCurrent(call)) };
  }
  const difference = findDifference(call, current, before);
  if (!difference) return current;
  const { field, stated } = difference;
  const { host } = call.session.context.base;
  const failedCall = describeFailedCall(call.name, host);
  const message =
    stated === undefined
      ? l10n.t`${failedCall}: the service answered ${status}, and does not show whether ${field} was changed: look there, or refresh.`
      : l10n.t`${failedCall}: the service answered ${status}, and the ${field} is still ${JSON.stringify(stated)}. Check at the service whether it can be changed.`;
  throw new ChangeNotAppliedError(message, { operation: call.name, host, status });
}

/** Throws where a service names items by their names: another name would be another item. */
export function requireRenamable(call: DialectCall): void {
  const { resource, owner } = findOperationFacts(call.name);
  const { name } = call.input;
  if (typeof name !== "string" || owner !== resource || name === call.input.id) return;
  const { places, item } = call.session.samples.get(resource) ?? {};
  if (!places || !(isNamedById(places) || isNamedInId(places, item))) return;
  const { host } = call.session.context.base;
  const message = l10n.t`${describeFailedCall(call.name, host)}: this service identifies each ${formatResource(resource)} by its name, so the name cannot be changed. Create another one with the new name.`;
  throw new ChangeNotAppliedError(message, { operation: call.name, host, status: undefined });
}

/** Whether the service's name of an item is its id. */
export function isNamedById({ id, name }: Places): boolean {
  return name ? id?.join(".") === name.join(".") : id?.at(-1) === "name";
}

/** Whether the id is a path that ends with the name: `/resourceGroups/beta`. */
function isNamedInId({ id, name }: Places, item: UnknownRecord | undefined): boolean {
  if (!id || name?.join(".") !== "name") return false;
  const [path, last] = [getValueAtPath(item, id), getValueAtPath(item, name)];
  return typeof path === "string" && typeof last === "string" && last !== "" && path.endsWith(`/${last}`);
}

/** Fields that make a new version, or that only go along. */
const uncompared: ReadonlySet<string> = new Set(["id", "files", "version", "notes"]);

interface Difference {
  readonly field: string;
  /** The value that the service states; undefined if it states none. */
  readonly stated: unknown;
}

/** The first field that is not as it was asked to be. */
export function findDifference(
  call: DialectCall,
  item: UnknownRecord,
  before: UnknownRecord | undefined,
): Difference | undefined {
  const { compare } = profileOf(call);
  if (isPublishing(call) && !isPublished(call, item, before))
    return { field: l10n.t("newest version"), stated: item.latestVersion };
  for (const [field, asked] of Object.entries(call.input)) {
    if (asked === undefined || !(compare ? compare.includes(field) : !uncompared.has(field))) continue;
    const difference = compareField(field, asked, item[field]);
    if (difference) return difference;
  }
  return undefined;
}

/** The waiting times until a service shows what was made or changed. */
export const appliedWaitsMs = [0, 300, 1000, 2000] as const;

/** Whether a change gives an item another version. */
export const isPublishing = ({ name, input }: DialectCall) => name === "skill.update" && Array.isArray(input.files);

/** A service that numbers versions itself has another newest one than before. What is not stated contradicts nothing. */
function isPublished({ input }: DialectCall, { latestVersion }: UnknownRecord, before: UnknownRecord | undefined) {
  if (latestVersion === undefined || latestVersion === input.version) return true;
  return before?.latestVersion !== undefined && before.latestVersion !== latestVersion;
}

function compareField(field: string, asked: unknown, stated: unknown): Difference | undefined {
  // A service can leave out what is empty.
  if (asked === null || asked === "") return isStated(stated) ? { field, stated } : undefined;
  if (stated === undefined) return { field, stated };
  if (isRecord(asked) && isRecord(stated)) {
    const missing = Object.entries(asked).find(([name, value]) => value !== null && !Object.hasOwn(stated, name));
    return missing && { field: l10n.t`the variable ${missing[0]}`, stated: undefined };
  }
  return typeof asked !== "object" && stated !== asked ? { field, stated } : undefined;
}
