import type { SkillFile } from "../../../skills/skill.ts";
import type { ChatAnswer, ChatMessage } from "./model/chat.ts";
import type { ModelClient } from "./model/modelClient.ts";
import { createSkillReader, readFileTool } from "./skillReader.ts";

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
