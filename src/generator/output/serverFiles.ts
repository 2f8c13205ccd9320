import type { FileEntry } from "../../contract/files.ts";
import type { ServerDefinition } from "../../runtime/definition.ts";
import { ExactNumber } from "../../text/number/exactNumber.ts";
import { asObject, type JsonObject } from "../document/jsonValues.ts";
import type { ToolGroup } from "./toolGroups.ts";

const maximumWidth = 110;
/** A value that is nested deeper is read by no one, and its indentation would be longer than itself. */
const maximumIndent = 60;

/** Prints a JSON value as a readable JavaScript literal: short parts on one line, no unnecessary quotes around names. */
export function printValue(value: unknown, indent = ""): string {
  // A literal would be rounded.
  if (value instanceof ExactNumber) return `${exactNumberCall}${value}")`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = indent.length < maximumIndent ? `${indent}  ` : indent;
  const parts = Array.isArray(value)
    ? value.map((item) => printValue(item, inner))
    : printMembers(asObject(value), inner);
  const [open, space, close] = Array.isArray(value) ? ["[", "", "]"] : ["{", " ", "}"];
  if (parts.length === 0) return `${open}${close}`;
  const width = parts.reduce((sum, part) => sum + part.length + 2, 2 * space.length);
  if (width <= maximumWidth - indent.length && !parts.some((part) => part.includes("\n")))
    return `${open}${space}${parts.join(", ")}${space}${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)},\n${indent}${close}`;
}

const exactNumberCall = 'new ExactNumber("';

const printMembers = (value: JsonObject, indent: string) =>
  Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .map((key) => `${printKey(key)}: ${printValue(value[key], indent)}`);

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
