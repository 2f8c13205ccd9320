import * as z from "zod";
import { type JsonPath, readCompleteJsonPath } from "../../text/jsonPath.ts";
import type { TextRange } from "../../text/position/lineIndex.ts";
import { readYamlDocument, type YamlDocument, type YamlPath } from "../../text/position/yamlDocument.ts";
import { isRecord } from "../../text/record.ts";
import { asList, type JsonObject } from "../document/jsonValues.ts";
import { keepLongIntegers } from "../document/keepLongIntegers.ts";
import { overlayActionSchema } from "./overlaySchema.ts";

export interface OverlayAction {
  readonly path: YamlPath;
  readonly target: JsonPath;
  readonly change:
    | { readonly kind: "remove" }
    | { readonly kind: "update"; readonly value: unknown }
    | { readonly kind: "copy"; readonly source: JsonPath };
}

/** A problem and its path in the overlay's file. */
export interface OverlayFinding {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly path: YamlPath;
}

export type OverlayProblem = Omit<OverlayFinding, "path"> & TextRange;

export interface OverlayFile {
  /** Those that can be applied; empty if the file is no overlay. */
  readonly actions: readonly OverlayAction[];
  readonly problems: readonly OverlayProblem[];
  /** Gives a finding the range of its path. */
  locate(finding: OverlayFinding): OverlayProblem;
  findRange(path: YamlPath): TextRange;
}

type Report = (finding: OverlayFinding) => void;

const mostActions = 5000;
const fields = {
  overlay: ["overlay", "info", "extends", "actions"],
  action: ["target", "description", "update", "copy", "remove"],
} as const;

/** Reads an overlay of version 1.0 or 1.1 in JSON or YAML. Never throws; omits the actions that cannot be applied. */
export function readOverlay(text: string): OverlayFile {
  const file = readYamlDocument(text, { exactNumbers: true });
  const findRange = (path: YamlPath) => locatePath(file, path);
  const locate = ({ path, ...finding }: OverlayFinding): OverlayProblem => ({ ...finding, ...findRange(path) });
  if (file.problems.length > 0) {
    const problems = file.problems.map(
      (problem) => ({ severity: "error", code: "overlay_syntax", ...problem }) as const,
    );
    return { actions: [], problems, locate, findRange };
  }
  const findings: OverlayFinding[] = [];
  const actions = readRoot(keepLongIntegers(file.value), (finding) => findings.push(finding));
  return { actions, problems: findings.map(locate), locate, findRange };
}

/** The range of the value at a path, or of its key if the value is a map or a list. */
function locatePath(file: YamlDocument, path: YamlPath): TextRange {
  const range = file.lines.range(file.findSpan(path));
  const key = path.at(-1);
  if (range.line === range.endLine || typeof key !== "string") return range;
  return file.lines.range(file.findKeySpanAt(path.slice(0, -1), key));
}

function readRoot(value: unknown, report: Report): readonly OverlayAction[] {
  if (!isRecord(value) || !isSupportedVersion(value, report)) {
    if (!isRecord(value)) report(createError("overlay_invalid", "This is not an overlay: it is not an object.", []));
    return [];
  }
  reportUnknownFields(value, fields.overlay, [], report);
  const info = z.looseObject({ title: z.string(), version: z.string() }).safeParse(value.info);
  if (!info.success)
    report(createWarning("overlay_info", "Other tools need `info` with a title and a version.", ["info"]));
  const list = asList(value.actions);
  if (!Array.isArray(value.actions))
    report(createWarning("overlay_empty", "The overlay has no list of `actions`.", ["actions"]));
  if (list.length > mostActions)
    report(createWarning("overlay_too_long", `Only the first ${mostActions} actions are applied.`, ["actions"]));
  return list.slice(0, mostActions).flatMap((action, index) => readAction(action, ["actions", index], report) ?? []);
}

function isSupportedVersion({ overlay }: JsonObject, report: Report): boolean {
  // A version without quotes may be a number: 1 for 1.0.
  const version = typeof overlay === "number" ? String(overlay) : overlay;
  if (typeof version === "string" && /^1(\.\d+)*$/.test(version)) {
    if (!/^1(\.[01](\.\d+)?)?$/.test(version))
      report(createWarning("overlay_version", `Overlay ${version} is read as 1.1.`, ["overlay"]));
    return true;
  }
  const found = typeof version === "string" ? `Overlay ${version} cannot be read` : "The overlay has no version";
  report(createError("overlay_version", `${found}; write \`overlay: 1.0.0\` or \`overlay: 1.1.0\`.`, ["overlay"]));
  return false;
}

function readAction(value: unknown, path: YamlPath, report: Report): OverlayAction | undefined {
  const parsed = overlayActionSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = (issue?.path ?? []).map((key) => (typeof key === "number" ? key : String(key)));
    const name = at.length === 0 ? "action" : `\`${at.join(".")}\` of the action`;
    report(createError("overlay_action", `The ${name} cannot be read: ${issue?.message}.`, [...path, ...at]));
    return undefined;
  }
  reportUnknownFields(parsed.data, fields.action, path, report);
  const target = readTarget(parsed.data.target, [...path, "target"], report);
  const change = readChange(parsed.data, path, report);
  return target && change && { path, target, change };
}

function readChange(
  { update, copy, remove }: z.output<typeof overlayActionSchema>,
  path: YamlPath,
  report: Report,
): OverlayAction["change"] | undefined {
  if (remove) return { kind: "remove" };
  if (update !== undefined) return { kind: "update", value: update };
  if (copy === undefined) {
    report(createWarning("overlay_no_change", "The action has no effect: it has no `update` and no `remove`.", path));
    return undefined;
  }
  const source = readTarget(copy, [...path, "copy"], report);
  return source && { kind: "copy", source };
}

function readTarget(text: string, path: YamlPath, report: Report): JsonPath | undefined {
  const target = readCompleteJsonPath(text);
  if (!target)
    report(
      createError(
        "overlay_target_invalid",
        `"${text}" is no JSONPath of RFC 9535, such as $.paths['/pets'].get.`,
        path,
      ),
    );
  return target;
}

function reportUnknownFields(value: JsonObject, known: readonly string[], path: YamlPath, report: Report): void {
  for (const name of Object.keys(value))
    if (!known.includes(name) && !name.startsWith("x-"))
      report(
        createWarning("overlay_unknown_field", `"${name}" has no effect; known are ${known.join(", ")}.`, [
          ...path,
          name,
        ]),
      );
}

export const createError = (code: string, message: string, path: YamlPath): OverlayFinding => ({
  severity: "error",
  code,
  message,
  path,
});

export const createWarning = (code: string, message: string, path: YamlPath): OverlayFinding => ({
  severity: "warning",
  code,
  message,
  path,
});
