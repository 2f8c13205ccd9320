import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { Preset } from "./preset.ts";
import { presets } from "./presets.ts";

/**
 * The convention that a successful response shows; undefined where it shows none. A sign is a header (`content-type: ...`), or fields
 * that the response has together (`content+pageable`), each a path (`data.attributes`), with a value (`object=list`) or a pattern of it
 * (`name~^[a-z]+/`).
 */
export function identifyPreset(json: unknown, headers: Readonly<Record<string, unknown>>): Preset | undefined {
  const root = Array.isArray(json) ? json[0] : json;
  return presets.find(({ signs }) => signs.some((sign) => showsSign(sign, root, headers)));
}

function showsSign(sign: string, json: unknown, headers: Readonly<Record<string, unknown>>): boolean {
  const [, header, start = ""] = /^([a-z-]+): (.+)$/.exec(sign) ?? [];
  if (header !== undefined) return String(headers[header] ?? "").startsWith(start);
  return isRecord(json) && sign.split(/\+(?=[\w@])/).every((part) => showsField(part, json));
}

function showsField(part: string, json: UnknownRecord): boolean {
  const [, path = "", operator, expected = ""] = /^([^=~]+)(?:([=~])(.*))?$/.exec(part) ?? [];
  const value = path.startsWith("@") ? json[path] : path.split(".").reduce<unknown>(enter, json);
  if (operator === undefined) return value !== undefined;
  return operator === "=" ? value === expected : typeof value === "string" && new RegExp(expected).test(value);
}

/** Of a list, its first item counts. */
function enter(value: unknown, name: string): unknown {
  const inner: unknown = Array.isArray(value) ? value[0] : value;
  return isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
}
