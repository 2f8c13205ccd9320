import type { ToolDefinition } from "../../runtime/definition.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import { toSnakeCase } from "../operation/nameStyle.ts";
import type { OfferedTool } from "../planTools.ts";

/** The tools that share a file. */
export interface ToolGroup {
  /** The file name without its extension. */
  readonly file: string;
  /** The constant that the file exports. */
  readonly constant: string;
  readonly tools: readonly ToolDefinition[];
}

/** Groups tools by their group, else by the first word of the operation's path. */
export function createToolGroups(offered: readonly OfferedTool[]): ToolGroup[] {
  const byLabel = Map.groupBy(
    offered,
    ({ site, tool }) => createShortName(tool.group ?? "") || findPathWord(site.path),
  );
  const constants = new Set<string>();
  return [...byLabel].map(([label, members]) => {
    const constant = createUniqueName(createConstantName(label), (name) => constants.has(name));
    constants.add(constant);
    return {
      file: label.replaceAll("_", "-") + (windowsDeviceNames.test(label) ? "--tools" : ""),
      constant,
      tools: members.map(({ tool }) => tool),
    };
  });
}

function findPathWord(path: string): string {
  const word = path.split("/").find((part) => part !== "" && !part.includes("{") && !/^v\d+$/i.test(part));
  return createShortName(word ?? "") || "api";
}

/** The length of file names is limited on every system. */
export function createShortName(text: string): string {
  return toSnakeCase(text).slice(0, 40).replace(/_$/, "");
}

/** Windows allows no files with these names, whatever their extension. No label ends with the suffix that is appended to them. */
const windowsDeviceNames = /^(con|prn|aux|nul|com\d|lpt\d)$/;

const reservedWords = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function
  if implements import in instanceof interface let new null package private protected public return static super switch this throw true try
  typeof undefined var void while with yield serve`.split(/\s+/),
);

export function createConstantName(label: string): string {
  const name = label.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return reservedWords.has(name) || /^\d/.test(name)
    ? `${/^\d/.test(name) ? "tools" : ""}${name}${/^\d/.test(name) ? "" : "Tools"}`
    : name;
}
