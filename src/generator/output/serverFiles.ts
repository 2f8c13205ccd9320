import type { FileEntry } from "../../contract/files.ts";
import type { ServerDefinition } from "../../runtime/definition.ts";
import { ExactNumber } from "../../text/number/exactNumber.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { createConstantName, createShortName, type ToolGroup } from "./toolGroups.ts";

const maximumWidth = 110;
/** A value that is nested deeper is read by no one, and its indentation would be longer than itself. */
const maximumIndent = 60;
/** A longer value that occurs more than once in a module is a constant. */
const longestRepeated = 60;

type PrintPart = (part: unknown, indent: string, key: string) => string;

/** Prints a JSON value as a readable JavaScript literal: short parts on one line, no unnecessary quotes around names. */
export function printValue(value: unknown, indent = "", key = "", printPart: PrintPart = printValue): string {
  // A literal would be rounded.
  if (value instanceof ExactNumber) return `${exactNumberCall}${value}")`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent.length < maximumIndent ? `${indent}  ` : indent;
  const parts: string[] = [];
  if (Array.isArray(value)) for (const item of value) parts.push(printPart(item, inner, key));
  else
    for (const [name, member] of Object.entries(value))
      if (member !== undefined) parts.push(`${printKey(name)}: ${printPart(member, inner, name)}`);
  const [open, space, close] = Array.isArray(value) ? ["[", "", "]"] : ["{", " ", "}"];
  if (parts.length === 0) return `${open}${close}`;
  const width = parts.reduce((sum, part) => sum + part.length + 2, 2 * space.length);
  if (width <= maximumWidth - indent.length && !parts.some((part) => part.includes("\n")))
    return `${open}${space}${parts.join(", ")}${space}${close}`;
  // A `join` would copy the text at each level.
  const separator = `,\n${inner}`;
  return `${open}\n${inner}${parts.reduce((text, part) => text + separator + part)},\n${indent}${close}`;
}

const exactNumberCall = 'new ExactNumber("';

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
  const shared = findSharedObjects(tools);
  const texts = new Map<object, string>();
  const taken = new Set([constant]);
  const numbers = new Map<string, number>();
  const constants: string[] = [];
  const shorten = (text: string, key: string): string => {
    if (text.length <= longestRepeated) return text;
    const preferred = createConstantName(createShortName(key) || "value");
    const name = createUniqueName(preferred, (one) => taken.has(one), undefined, numbers);
    taken.add(name);
    constants.push(`const ${name} = ${text};\n\n`);
    return name;
  };
  const printPart: PrintPart = (value, indent, key) => {
    const part = typeof value === "object" ? value : null;
    if (part && shared.delete(part)) texts.set(part, shorten(printValue(value, "", key, printPart), key));
    return (part && texts.get(part)) ?? printValue(value, indent, key, printPart);
  };
  const items = tools.reduce((all, tool) => `${all}  ${printValue(tool, "  ", "", printPart)},\n`, "");
  const text = `${constants.join("")}export const ${constant} = [\n${items}];\n`;
  // Text of the document has no quotation mark without a backslash.
  return text.includes(exactNumberCall) ? `import { ExactNumber } from "../runtime.mjs";\n\n${text}` : text;
}

/** The objects that occur more than once in a value. */
function findSharedObjects(value: unknown, seen = new Set<object>(), shared = new Set<object>()): Set<object> {
  if (typeof value !== "object" || value === null) return shared;
  if (seen.has(value)) return shared.add(value);
  seen.add(value);
  for (const part of Object.values(value)) findSharedObjects(part, seen, shared);
  return shared;
}
