import { isObject } from "../document/json.ts";

const widest = 110;

/** A value of JSON as a JavaScript literal that reads well: short parts on one line, names without quotes where they need none. */
export function printValue(value: unknown, indent = ""): string {
  const short = onOneLine(value, widest - indent.length);
  if (short !== undefined) return short;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${printValue(item, inner)},\n`);
    return `[\n${items.join("")}${indent}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const members = present(value).map(([key, item]) => `${inner}${printKey(key)}: ${printValue(item, inner)},\n`);
  return `{\n${members.join("")}${indent}}`;
}

/** undefined where it is longer than there is room. */
function onOneLine(value: unknown, room: number): string | undefined {
  if (Array.isArray(value))
    return enclosed(
      "[",
      value.map((item) => ["", item] as const),
      "]",
      room,
    );
  if (isObject(value))
    return enclosed(
      "{ ",
      present(value).map(([key, item]) => [`${printKey(key)}: `, item] as const),
      " }",
      room,
    );
  const text = JSON.stringify(value);
  return text.length <= room ? text : undefined;
}

function enclosed(
  open: string,
  items: readonly (readonly [string, unknown])[],
  close: string,
  room: number,
): string | undefined {
  if (items.length === 0) return open.trim() + close.trim();
  let text = open;
  for (const [index, [label, item]] of items.entries()) {
    const printed = onOneLine(item, room - text.length - label.length - close.length);
    if (printed === undefined) return undefined;
    text += `${index === 0 ? "" : ", "}${label}${printed}`;
    if (text.length > room) return undefined;
  }
  return text.length + close.length <= room ? text + close : undefined;
}

const present = (value: object) => Object.entries(value).filter(([, item]) => item !== undefined);

function printKey(key: string): string {
  // Written plainly it would set the prototype.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
