import * as z from "zod";
import type { SkillFile } from "../../../skills/skill.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import { queryCasePaths } from "../../../testcases/skillCaseFiles.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { ChatAnswer, ChatMessage, ChatTool, ToolCall } from "./model/chat.ts";
import type { ModelClient } from "./model/modelClient.ts";

/** More than this of one file is no help to a model. */
const mostText = 100_000;
const mostNames = 200;

const readFileTool: ChatTool = {
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
function createSkillReader(skillName: string, files: readonly SkillFile[]) {
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

/** A skill as an agent finds it. */
export interface OfferedSkill {
  readonly name: string;
  readonly description: string;
  readonly files: readonly SkillFile[];
}

/** What came of a task. */
export interface TaskResult {
  readonly result: string;
  /** Files of the skill that were read. */
  readonly read: readonly string[];
  /** Calls to the model. */
  readonly calls: number;
}

/** Calls to the model for a task with a skill; the last one has to be the result. */
const mostTurns = 8;

const plain = [
  "Do the user's task and answer with the whole result. You cannot run programs or ask back: where the result is one file or",
  "several, write each out in full under its name; where something would have to be run, say what and how.",
].join("\n");

/** One call: what the model makes of the task by itself. */
export async function doTaskWithoutSkill(task: string, model: ModelClient, signal: AbortSignal): Promise<TaskResult> {
  const messages: ChatMessage[] = [
    { role: "system", content: plain },
    { role: "user", content: task },
  ];
  const answer = await model.complete({ messages }, signal);
  return { result: resultText(answer), read: [], calls: 1 };
}

/** The skill is known by name and description; what else it says is read when the model asks for it. */
export async function doTaskWithSkill(
  task: string,
  skill: OfferedSkill,
  model: ModelClient,
  signal: AbortSignal,
): Promise<TaskResult> {
  const reader = createSkillReader(skill.name, skill.files);
  const messages: ChatMessage[] = [
    { role: "system", content: withSkill(skill) },
    { role: "user", content: task },
  ];
  for (let calls = 1; ; calls += 1) {
    const isLast = calls >= mostTurns;
    const request = { messages, tools: [readFileTool], tool_choice: isLast ? ("none" as const) : ("auto" as const) };
    const answer = await model.complete(request, signal);
    if (answer.toolCalls.length === 0 || isLast) return { result: resultText(answer), read: reader.read, calls };
    messages.push({ role: "assistant", content: answer.content, tool_calls: answer.toolCalls });
    for (const call of answer.toolCalls)
      messages.push({ role: "tool", tool_call_id: call.id, content: reader.answer(call) });
  }
}

function withSkill({ name, description }: OfferedSkill): string {
  return [
    plain,
    "",
    "You have skills: instructions for a kind of task, in a folder of their own. Where one fits the task, read its SKILL.md with",
    "read_file before you begin, then those of its files that it tells you to read, and do as they say.",
    "",
    `Skills: ${JSON.stringify([{ name, description }])}`,
  ].join("\n");
}

function resultText({ content, isCut }: ChatAnswer): string {
  return isCut ? `${content}\n[The answer was cut off here: the model had no more room.]` : content;
}
