import * as z from "zod";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import { queryCasePaths } from "../../../testcases/skillCaseFiles.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { ChatAnswer, ChatMessage, ChatTool, ToolCall } from "./model/chat.ts";
import { countModelUse, type ModelClient, type ModelUse } from "./model/modelClient.ts";
import type { TaskTools } from "./taskServers.ts";

/** The most characters of one file; more would not help a model. */
const maxTextLength = 100_000;
const maxListedFiles = 200;

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

/** The files of a skill for an agent, without the tests, which contain the solutions. */
export function selectOfferedFiles(files: readonly FileContent[]): readonly FileContent[] {
  return files.filter(({ path }) => !/^evals\//i.test(path) && !queryCasePaths.some((one) => one === path));
}

/** Files are read from memory. */
function createSkillReader(skillName: string, files: readonly FileContent[]) {
  const readable = selectOfferedFiles(files);
  const read: string[] = [];
  const readPath = (requestedPath: string): string => {
    const file = findRequestedFile(readable, skillName, requestedPath);
    if (!file) {
      const names = readable.slice(0, maxListedFiles).map(({ path }) => path);
      return `There is no file ${JSON.stringify(requestedPath)}. There are: ${names.join(", ")}`;
    }
    read.push(file.path);
    const { text, validUtf8 } = decodeSkillFile(file);
    if (!validUtf8) return `${file.path} is no text file; it has ${file.bytes.length} bytes.`;
    return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}\n… the rest is left out …` : text;
  };
  return {
    /** The paths of read files, in order. */
    read: read satisfies readonly string[],
    respond: ({ function: { name, arguments: argumentsJson } }: ToolCall): string => {
      if (name !== readFileTool.function.name) return `There is no tool ${JSON.stringify(name)}.`;
      const parsedArguments = argumentsSchema.safeParse(tryParseJson(argumentsJson));
      return parsedArguments.success
        ? readPath(parsedArguments.data.path)
        : "The arguments should be JSON with a path.";
    },
  };
}

/** Models write `./SKILL.md` and `my-skill/SKILL.md` for the same file. */
function findRequestedFile(
  files: readonly FileContent[],
  skillName: string,
  requestedPath: string,
): FileContent | undefined {
  const path = requestedPath.trim().replace(/^(?:\.?\/)+/, "");
  const pathInFolder = path.startsWith(`${skillName}/`) ? path.slice(skillName.length + 1) : path;
  return files.find((file) => file.path === path) ?? files.find((file) => file.path === pathInFolder);
}

/** A skill that is offered to an agent. */
export interface OfferedSkill {
  readonly name: string;
  readonly description: string;
  readonly files: readonly FileContent[];
}

export interface TaskResult {
  readonly result: string;
  /** The paths of the skill's files that the model read. */
  readonly read: readonly string[];
}

/** The most calls to the model for a task with a skill or tools. The last one must return the result. */
const maxCalls = 8;

const taskInstructions = [
  "Do the user's task and answer with the whole result. You cannot run programs or ask back: where the result is one file or",
  "several, write each out in full under its name; where something would have to be run, say what and how.",
].join("\n");

/** What a model may use for a task. */
interface TaskMeans {
  /** The model first sees its name and description and reads its files on demand. */
  readonly skill?: OfferedSkill | undefined;
  /** The tools of a server. */
  readonly tools?: TaskTools | undefined;
}

/** Does the task; without a skill and tools in one call. */
async function doTask(
  task: string,
  { skill, tools }: TaskMeans,
  model: ModelClient,
  signal: AbortSignal,
): Promise<TaskResult> {
  const reader = skill && createSkillReader(skill.name, skill.files);
  const messages: ChatMessage[] = [
    { role: "system", content: skill ? createSkillInstructions(skill) : taskInstructions },
    { role: "user", content: task },
  ];
  const offered = [...(reader ? [readFileTool] : []), ...(tools?.tools ?? [])];
  const respond = async (call: ToolCall) =>
    (await tools?.call(call, signal)) ??
    reader?.respond(call) ??
    `There is no tool ${JSON.stringify(call.function.name)}.`;
  for (let calls = 1; ; calls += 1) {
    const isLast = calls >= maxCalls;
    const choice = { tools: offered, tool_choice: isLast ? ("none" as const) : ("auto" as const) };
    const response = await model.complete({ messages, ...(offered.length > 0 && choice) }, signal);
    const { toolCalls } = response;
    if (offered.length === 0 || toolCalls.length === 0 || isLast)
      return { result: formatResult(response), read: reader?.read ?? [] };
    messages.push({ role: "assistant", content: response.content, tool_calls: toolCalls });
    for (const call of toolCalls) messages.push({ role: "tool", tool_call_id: call.id, content: await respond(call) });
  }
}

function createSkillInstructions({ name, description }: OfferedSkill): string {
  return [
    taskInstructions,
    "",
    "You have skills: instructions for a kind of task, in a folder of their own. Where one fits the task, read its SKILL.md with",
    "read_file before you begin, then those of its files that it tells you to read, and do as they say.",
    "",
    `Skills: ${JSON.stringify([{ name, description }])}`,
  ].join("\n");
}

function formatResult({ content, isTruncated: isCut }: ChatAnswer): string {
  return isCut ? `${content}\n[The answer was cut off here: the model had no more room.]` : content;
}

/** Does the tasks of evals. */
export interface TaskRunner {
  readonly name: string;
  /** Without a skill, the task is done without one. */
  doTask(
    task: string,
    skill: OfferedSkill | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly taskResult: TaskResult; readonly use: ModelUse }>;
  /** Grades results. */
  readonly grader: ModelClient;
}

/** The tools are those of the server that the case uses, with the skill and without it. */
export function createModelTaskRunner(client: ModelClient, tools?: TaskTools): TaskRunner {
  return {
    name: client.name,
    grader: client,
    doTask: async (task, skill, signal) => {
      const counted = countModelUse(client);
      const taskResult = await doTask(task, { skill, tools }, counted, signal);
      return { taskResult, use: counted.use() };
    },
  };
}
