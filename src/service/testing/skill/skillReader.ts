import * as z from "zod";
import type { SkillFile } from "../../../skills/skill.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import { queryCasePaths } from "../../../testcases/skillCaseFiles.ts";
import { tryParseJson } from "../../http/tryParseJson.ts";
import type { ChatTool, ToolCall } from "./model/chat.ts";

/** More than this of one file is no help to a model. */
const mostText = 100_000;
const mostNames = 200;

export const readFileTool: ChatTool = {
  type: "function",
  function: {
    name: "read_file",
    description: "Reads a text file of a skill.",
    parameters: {
      type: "object",
      properties: { path: { type: "string", description: "Relative to the skill's folder, such as SKILL.md." } },
      required: ["path"],
      additionalProperties: false,
    },
  },
};

const argumentsSchema = z.looseObject({ path: z.string() });

/** What an agent may read of a skill: all but its tests, which hold the answers. Nothing is read from a disk. */
export function createSkillReader(skillName: string, files: readonly SkillFile[]) {
  const readable = files.filter(({ path }) => !/^evals\//i.test(path) && !queryCasePaths.some((one) => one === path));
  const read: string[] = [];
  const readPath = (said: string): string => {
    const file = wantedFile(readable, skillName, said);
    if (!file) {
      const names = readable.slice(0, mostNames).map(({ path }) => path);
      return `There is no file ${JSON.stringify(said)}. There are: ${names.join(", ")}`;
    }
    read.push(file.path);
    const { text, sound } = decodeSkillFile(file);
    if (!sound) return `${file.path} is no text file; it has ${file.bytes.length} bytes.`;
    return text.length > mostText ? `${text.slice(0, mostText)}\n… the rest is left out …` : text;
  };
  return {
    /** Paths that were read, in their order. */
    read: read satisfies readonly string[],
    answer: ({ function: { name, arguments: given } }: ToolCall): string => {
      if (name !== readFileTool.function.name) return `There is no tool ${JSON.stringify(name)}.`;
      const wanted = argumentsSchema.safeParse(tryParseJson(given));
      return wanted.success ? readPath(wanted.data.path) : "The arguments should be JSON with a path.";
    },
  };
}

/** Models write `./SKILL.md` and `my-skill/SKILL.md` for the same file. */
function wantedFile(files: readonly SkillFile[], skillName: string, said: string): SkillFile | undefined {
  const path = said.trim().replace(/^(?:\.?\/)+/, "");
  const inside = path.startsWith(`${skillName}/`) ? path.slice(skillName.length + 1) : path;
  return files.find((file) => file.path === path) ?? files.find((file) => file.path === inside);
}
