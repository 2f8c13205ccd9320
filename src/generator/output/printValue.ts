import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../document/jsonValues.ts";

const widest = 110;

/** A value of JSON as a JavaScript literal that reads well: short parts on one line, names without quotes where they need none. */
export function printValue(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const short = onOneLine(value, widest - indent.length);
  if (short !== undefined) return short;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    let text = "[\n";
    for (const item of value) text += `${inner}${printValue(item, inner)},\n`;
    return `${text}${indent}]`;
  }
  let text = "{\n";
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) text += `${inner}${printKey(key)}: ${printValue(item, inner)},\n`;
  }
  return `${text}${indent}}`;
}

/** undefined where it is longer than there is room; then it is not looked at to its end. */
function onOneLine(value: unknown, room: number): string | undefined {
  if (room < 0) return undefined;
  if (typeof value === "string" && value.length + 2 > room) return undefined;
  if (Array.isArray(value)) return listOnOneLine(value, room);
  if (isRecord(value)) return objectOnOneLine(value, room);
  const text = JSON.stringify(value);
  return text.length <= room ? text : undefined;
}

function listOnOneLine(list: readonly unknown[], room: number): string | undefined {
  let text = "";
  for (const item of list) {
    const printed = onOneLine(item, room - text.length - 2);
    if (printed === undefined) return undefined;
    text += text === "" ? printed : `, ${printed}`;
  }
  return text.length + 2 <= room ? `[${text}]` : undefined;
}

function objectOnOneLine(value: JsonObject, room: number): string | undefined {
  const keys = Object.keys(value);
  // Each takes five characters at least.
  if (keys.length * 5 > room) return undefined;
  let text = "";
  for (const key of keys) {
    const item = value[key];
    if (item === undefined) continue;
    const label = `${text === "" ? "" : ", "}${printKey(key)}: `;
    const printed = onOneLine(item, room - text.length - label.length - 4);
    if (printed === undefined) return undefined;
    text += label + printed;
  }
  if (text === "") return "{}";
  return text.length + 4 <= room ? `{ ${text} }` : undefined;
}

function printKey(key: string): string {
  // Written plainly it would set the prototype.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
