import type { ToolDefinition } from "../../runtime/definition.ts";
import { asTextList } from "../document/jsonValues.ts";
import { toSnakeCase } from "../operation/toolNames.ts";
import type { OfferedTool } from "../planTools.ts";

/** The tools that share a file. */
export interface ToolGroup {
  /** The file's name without its ending. */
  readonly file: string;
  /** The constant it exports. */
  readonly constant: string;
  readonly tools: readonly ToolDefinition[];
}

/** By the operation's first tag; without one by the path's first word. */
export function createToolGroups(offered: readonly OfferedTool[]): ToolGroup[] {
  const byLabel = Map.groupBy(
    offered,
    ({ site }) => shortName(asTextList(site.operation.tags)[0] ?? "") || firstWord(site.path),
  );
  return [...byLabel].map(([label, members]) => ({
    file: label.replaceAll("_", "-") + (devices.test(label) ? "--tools" : ""),
    constant: constantName(label),
    tools: members.map(({ tool }) => tool),
  }));
}

function firstWord(path: string): string {
  const word = path.split("/").find((part) => part !== "" && !part.includes("{") && !/^v\d+$/i.test(part));
  return shortName(word ?? "") || "api";
}

/** Names of files have an end on every system. */
function shortName(text: string): string {
  return toSnakeCase(text).slice(0, 40).replace(/_$/, "");
}

/** Windows has no files with these names, whatever their ending. What is put behind them no label ends with. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/;

const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function
  if implements import in instanceof interface let new null package private protected public return static super switch this throw true try
  typeof undefined var void while with yield serve`.split(/\s+/),
);

function constantName(label: string): string {
  const name = label.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return reserved.has(name) || /^\d/.test(name)
    ? `${/^\d/.test(name) ? "tools" : ""}${name}${/^\d/.test(name) ? "" : "Tools"}`
    : name;
}
