import { type JsonPath, selectJsonNodes } from "../../text/jsonPath.ts";
import { appendToPointer, splitPointer } from "../../text/position/jsonPointer.ts";
import type { YamlPath } from "../../text/position/yamlDocument.ts";
import { getMember, isRecord } from "../../text/record.ts";
import type { JsonObject } from "../document/jsonValues.ts";
import { createEditableCopy, type EditableCopy, type JsonLocation } from "./editableCopy.ts";
import { createError, createWarning, type OverlayAction, type OverlayFinding } from "./readOverlay.ts";

export interface AppliedOverlay {
  readonly root: JsonObject;
  readonly findings: readonly OverlayFinding[];
  /** The path in the overlay of what stands at a pointer of the result; undefined if it is the document's own. */
  findOrigin(pointer: string): YamlPath | undefined;
}

/** An action that updated targets. */
interface AppliedUpdate {
  readonly path: YamlPath;
  readonly value: unknown;
  readonly pointers: readonly string[];
}

/** A target with more nodes is a mistake. */
const mostTargets = 100_000;
/** What all paths visit together; a visit takes about a microsecond. */
const mostVisits = 10_000_000;
/** What all updates add together. Actions that copy what they have just copied would double the document each time. */
const mostAddedNodes = 1_000_000;

/** Applies actions in their order, each to the result of the one before. The document itself stays unchanged. */
export function applyOverlay(
  document: JsonObject,
  actions: readonly OverlayAction[],
  visits = { left: mostVisits },
): AppliedOverlay {
  const copy = createEditableCopy(document);
  const findings: OverlayFinding[] = [];
  const updates: AppliedUpdate[] = [];
  const report = (finding: OverlayFinding) => findings.push(finding);
  const select: Select = (path, mostNodes) => selectJsonNodes(copy.get(), path, { mostNodes, visits });
  let remainingNodes = mostAddedNodes;
  for (const action of actions) {
    const targets = selectLocations(select, action.target, [...action.path, "target"], report);
    if (targets.length === 0) continue;
    const { change, path } = action;
    if (change.kind === "remove") removeTargets(copy, targets, path, report);
    else {
      const value = change.kind === "update" ? change.value : readSource(select, change.source, path, report);
      if (value === undefined) continue;
      remainingNodes -= targets.length * countNodes(value, remainingNodes);
      if (remainingNodes < 0) {
        const message = `The overlay adds more than ${mostAddedNodes} values to the document. From this action on it is not applied.`;
        report(createError("overlay_too_large", message, [...path, change.kind]));
        break;
      }
      const merged = {
        path: [...path, change.kind],
        value,
        pointers: targets.map((keys) => appendToPointer("", ...keys)),
      };
      for (const target of targets) updateTarget(copy, target, merged, report);
      if (change.kind === "update") updates.push(merged);
    }
  }
  const root = copy.get();
  return { root: isRecord(root) ? root : document, findings, findOrigin: (pointer) => findOrigin(updates, pointer) };
}

/** Counts the values within a value, up to one more than a limit. */
function countNodes(value: unknown, limit: number): number {
  let count = 0;
  for (const pending = [value]; pending.length > 0 && count <= limit; count += 1) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    for (const part of Object.values(node)) pending.push(part);
  }
  return count;
}

type Report = (finding: OverlayFinding) => void;
type Select = (path: JsonPath, mostNodes: number) => ReturnType<typeof selectJsonNodes>;

function selectLocations(select: Select, target: JsonPath, path: YamlPath, report: Report): JsonLocation[] {
  const nodes = select(target, mostTargets);
  if (!nodes) {
    report(createError("overlay_target_too_slow", "The target has to visit too much of the document.", path));
    return [];
  }
  if (nodes.length === 0)
    report(createWarning("overlay_target_unmatched", "The target matches nothing in the document.", path));
  return [...new Map(nodes.map(({ location }) => [appendToPointer("", ...location), location])).values()];
}

function updateTarget(
  copy: EditableCopy,
  target: JsonLocation,
  { path, value }: Pick<AppliedUpdate, "path" | "value">,
  report: Report,
): void {
  const merged = mergeUpdate(copy.get(target), value, (location) =>
    report(
      createError(
        "overlay_update_incompatible",
        `The value does not fit ${appendToPointer("", ...target, ...location)} of the document: one of them is an object or a list.`,
        [...path, ...location],
      ),
    ),
  );
  copy.set(target, merged);
}

/** Removes the innermost targets first, so that the locations of the others stay valid. */
function removeTargets(copy: EditableCopy, targets: readonly JsonLocation[], path: YamlPath, report: Report): void {
  if (targets.some((target) => target.length === 0)) {
    report(createError("overlay_remove_root", "The whole document cannot be removed.", [...path, "target"]));
    return;
  }
  const byParent = Map.groupBy(targets, (target) => appendToPointer("", ...target.slice(0, -1)));
  const groups = [...byParent.values()].sort((one, other) => (other[0]?.length ?? 0) - (one[0]?.length ?? 0));
  for (const group of groups)
    copy.remove(
      group[0]?.slice(0, -1) ?? [],
      group.flatMap((target) => target.at(-1) ?? []),
    );
}

/** The single value that an action copies. */
function readSource(select: Select, source: JsonPath, path: YamlPath, report: Report): unknown {
  const nodes = select(source, 2);
  if (nodes?.length === 1) return nodes[0]?.value;
  const count = nodes?.length === 0 ? "nothing" : "more than one value";
  report(createError("overlay_copy", `\`copy\` matches ${count} in the document.`, [...path, "copy"]));
  return undefined;
}

function findOrigin(updates: readonly AppliedUpdate[], pointer: string): YamlPath | undefined {
  for (const { path, value, pointers } of updates.toReversed()) {
    const target = pointers.find((one) => pointer === one || pointer.startsWith(`${one}/`));
    if (target === undefined) continue;
    const keys = splitPointer(pointer.slice(target.length));
    if (keys.reduce<unknown>(getMember, value) !== undefined) return [...path, ...keys];
  }
  return undefined;
}

/** Takes the location in the update of a value that does not fit its target. */
type ReportConflict = (location: JsonLocation) => void;

/**
 * Merges an action's update into one of its targets and returns the result: objects by their members, arrays by appending, and other values
 * by replacing them. A value that does not fit leaves its target unchanged.
 */
function mergeUpdate(target: unknown, update: unknown, conflict: ReportConflict): unknown {
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
