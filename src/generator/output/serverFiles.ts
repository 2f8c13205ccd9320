import type { FileEntry } from "../../contract/files.ts";
import type { ServerDefinition } from "../../runtime/definition.ts";
import { ExactNumber } from "../../text/number/exactNumber.ts";
import { isRecord } from "../../text/record.ts";
import type { JsonObject } from "../document/jsonValues.ts";
import type { ToolGroup } from "./toolGroups.ts";

const maximumWidth = 110;
/** A value that is nested deeper is read by no one, and its indentation would be longer than itself. */
const maximumIndent = 60;

/** Prints a JSON value as a readable JavaScript literal: short parts on one line, no unnecessary quotes around names. */
export function printValue(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof ExactNumber) return printExactNumber(value);
  const singleLine = printOnOneLine(value, maximumWidth - indent.length);
  if (singleLine !== undefined) return singleLine;
  const inner = indent.length < maximumIndent ? `${indent}  ` : indent;
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

/** Returns undefined as soon as the text exceeds the width. */
function printOnOneLine(value: unknown, width: number): string | undefined {
  if (width < 0) return undefined;
  if (typeof value === "string" && value.length + 2 > width) return undefined;
  if (Array.isArray(value)) return printListOnOneLine(value, width);
  if (isRecord(value)) return printObjectOnOneLine(value, width);
  const text = value instanceof ExactNumber ? printExactNumber(value) : JSON.stringify(value);
  return text.length <= width ? text : undefined;
}

/** A literal would be rounded. */
const printExactNumber = (value: ExactNumber) => `${exactNumberCall}${value}")`;
const exactNumberCall = 'new ExactNumber("';

function printListOnOneLine(list: readonly unknown[], width: number): string | undefined {
  let text = "";
  for (const item of list) {
    const printed = printOnOneLine(item, width - text.length - 2);
    if (printed === undefined) return undefined;
    text += text === "" ? printed : `, ${printed}`;
  }
  return text.length + 2 <= width ? `[${text}]` : undefined;
}

function printObjectOnOneLine(value: JsonObject, width: number): string | undefined {
  const keys = Object.keys(value);
  // Each member takes at least five characters.
  if (keys.length * 5 > width) return undefined;
  let text = "";
  for (const key of keys) {
    const item = value[key];
    if (item === undefined) continue;
    const label = `${text === "" ? "" : ", "}${printKey(key)}: `;
    const printed = printOnOneLine(item, width - text.length - label.length - 4);
    if (printed === undefined) return undefined;
    text += label + printed;
  }
  if (text === "") return "{}";
  return text.length + 4 <= width ? `{ ${text} }` : undefined;
}

function printKey(key: string): string {
  // Without the brackets the literal would set the prototype.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

export const entryFileName = "server.mjs";

/** Creates the program: `server.mjs`, one file per group of tools, and the runtime. */
export function createServerFiles(
  definition: ServerDefinition,
  groups: readonly ToolGroup[],
  runtime: readonly FileEntry[],
): FileEntry[] {
  return [
    createTextFile(entryFileName, createServerModule(definition, groups)),
    ...groups.map((group) => createTextFile(`tools/${group.file}.mjs`, createToolModule(group))),
    ...runtime,
  ];
}

export const createTextFile = (path: string, content: string): FileEntry => ({ path, encoding: "utf8", content });

function createServerModule({ tools, ...rest }: ServerDefinition, groups: readonly ToolGroup[]): string {
  const imports = groups.map(({ file, constant }) => `import { ${constant} } from "./tools/${file}.mjs";`);
  const lists = groups.map(({ constant }) => `...${constant}`);
  const spread =
    lists.join(", ").length < 90 ? `[${lists.join(", ")}]` : `[\n${lists.map((list) => `    ${list},\n`).join("")}  ]`;
  const members = Object.entries(rest).map(([key, value]) => `  ${key}: ${printValue(value, "  ")},\n`);
  return `import { serve } from "./runtime.mjs";\n${imports.join("\n")}\n\nawait serve({\n${members.join("")}  tools: ${spread},\n});\n`;
}

const writtenModule =
  /^import \{ serve \} from "\.\/runtime\.mjs";\r?\n(?:import \{ \S+ \} from "\.\/tools\/[^"/\\]+\.mjs";\r?\n)+\r?\nawait serve\(/;

/** The files of tools that a generated `server.mjs` imports, such as `tools/pets.mjs`; undefined: it was not generated. */
export function readToolPaths(module: string): readonly string[] | undefined {
  const [imports] = writtenModule.exec(module) ?? [];
  return imports?.match(/tools\/[^"/\\]+\.mjs/g) ?? undefined;
}

function createToolModule({ constant, tools }: ToolGroup): string {
  const items = tools.map((tool) => `  ${printValue(tool, "  ")},\n`).join("");
  // Text of the document has no quotation mark without a backslash.
  const imports = items.includes(exactNumberCall) ? 'import { ExactNumber } from "../runtime.mjs";\n\n' : "";
  return `${imports}export const ${constant} = [\n${items}];\n`;
}
