import { type FieldPath, getValueAtPath, walkFieldPaths } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { plainName } from "../language/words.ts";

/** What is wrong with one field of a request. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

const lists = new Set(
  "errors detail details violations issues fields fielderrors fieldviolations invalidparams".split(" "),
);

/**
 * `errors: [{ field, message }]`, `errors: { field: ["message"] }`, FastAPI's `detail: [{ loc, msg }]`; or the one that the error
 * itself names: `param`. `told`: the objects that the error is said in.
 */
export function fieldErrors(json: UnknownRecord, told: readonly UnknownRecord[]): readonly FieldError[] {
  for (const [place, value] of walkFieldPaths(json, 3)) {
    if (!lists.has(plainName(place.at(-1) ?? ""))) continue;
    const found = Array.isArray(value) ? value.flatMap(oneField) : isRecord(value) ? byNames(value) : [];
    if (found.length > 0) return found;
  }
  return told.flatMap((one) =>
    ["param", "field", "parameter"].some((name) => typeof one[name] === "string") ? oneField(one) : [],
  );
}

function byNames(value: UnknownRecord): readonly FieldError[] {
  return Object.entries(value).flatMap(([path, told]) => {
    const message = Array.isArray(told) ? told.filter((one) => typeof one === "string").join("; ") : "";
    return message === "" ? [] : [{ path, message }];
  });
}

const messages = ["message", "msg", "detail", "description", "reason", "error", "title"];

function oneField(given: unknown): readonly FieldError[] {
  if (typeof given === "string") return [{ path: "", message: given }];
  if (!isRecord(given)) return [];
  const message = messages.map((name) => given[name]).find((text) => typeof text === "string" && text !== "");
  return typeof message === "string" ? [{ path: pathOf(given), message }] : [];
}

const pathPlaces: readonly FieldPath[] = [
  ["path"],
  ["field"],
  ["loc"],
  ["name"],
  ["param"],
  ["parameter"],
  ["pointer"],
  ["source", "pointer"],
  ["source", "parameter"],
  ["property"],
  ["key"],
  ["location"],
];

function pathOf(given: UnknownRecord): string {
  for (const place of pathPlaces) {
    const value = getValueAtPath(given, place);
    if (typeof value === "string") return value.replace(/^#?\//, "").replaceAll("/", ".");
    if (Array.isArray(value))
      return value.filter((part) => !["body", "query", "header"].includes(String(part))).join(".");
  }
  return "";
}
