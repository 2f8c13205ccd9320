import type { FileEntry } from "../../contract/files.ts";
import type { ServerDefinition } from "../../runtime/definition.ts";
import { printValue } from "./printValue.ts";
import type { ToolGroup } from "./toolGroups.ts";

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

function createToolModule({ constant, tools }: ToolGroup): string {
  const items = tools.map((tool) => `  ${printValue(tool, "  ")},\n`);
  return `export const ${constant} = [\n${items.join("")}];\n`;
}
