import { isRecord } from "../../text/record.ts";
import type { JsonLocation } from "./editableCopy.ts";

/** Takes the location in the update of a value that does not fit its target. */
type ReportConflict = (location: JsonLocation) => void;

/**
 * Merges an action's update into one of its targets and returns the result: objects by their members, arrays by appending, and other values
 * by replacing them. A value that does not fit leaves its target unchanged.
 */
export function mergeUpdate(target: unknown, update: unknown, conflict: ReportConflict): unknown {
  if (Array.isArray(target)) return [...target, ...(Array.isArray(update) ? update : [update])];
  return mergeValue(target, update, [], conflict);
}

function mergeValue(target: unknown, update: unknown, location: JsonLocation, conflict: ReportConflict): unknown {
  if (isRecord(target) && isRecord(update)) {
    const members = new Map(Object.entries(target));
    for (const [name, value] of Object.entries(update))
      members.set(
        name,
        members.has(name) ? mergeValue(members.get(name), value, [...location, name], conflict) : value,
      );
    return Object.fromEntries(members);
  }
  if (Array.isArray(target) && Array.isArray(update)) return [...target, ...update];
  if (!isContainer(target) && !isContainer(update)) return update;
  // A key without a value in YAML, which mirrors the document's structure.
  if (update !== null) conflict(location);
  return target;
}

const isContainer = (value: unknown) => isRecord(value) || Array.isArray(value);
