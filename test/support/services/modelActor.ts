import * as z from "zod";
import type { ModelStubRequest, ModelStubResponse } from "./modelStub.ts";

const gradingInput = z.object({
  result: z.string(),
  statements: z.array(z.object({ number: z.number(), statement: z.string() })),
});

/** The text of the last message of a request. */
export function readLastMessage({ messages }: ModelStubRequest): string {
  const content = messages.at(-1)?.content;
  return typeof content === "string" ? content : "";
}

export function isGradingRequest({ messages: [first] }: ModelStubRequest): boolean {
  return typeof first?.content === "string" && first.content.startsWith("You grade");
}

/**
 * Acts as an agent that knows only what it reads. With a skill it reads the given files, one per turn, and responds with their
 * texts. Without a skill it responds that it does not know. As a grader it accepts a statement if the result contains every text
 * in backticks of the statement.
 */
export function createReadingAgent(paths: readonly string[]): (request: ModelStubRequest) => ModelStubResponse {
  return (request) => {
    if (isGradingRequest(request)) return createGrades(request);
    if (!request.tools) return { content: "I do not know this tool; I would search its documentation." };
    const read = request.messages.filter(({ role }) => role === "tool");
    const next = request.tool_choice === "none" ? undefined : paths[read.length];
    if (next !== undefined) return { tools: [{ name: "read_file", arguments: { path: next } }] };
    return { content: read.map(({ content }) => content).join("\n\n") };
  };
}

/** Grades every statement equally, based on the result. */
export function createGradingResponse(
  request: ModelStubRequest,
  isPassed: (result: string) => boolean,
): ModelStubResponse {
  const { result, statements } = gradingInput.parse(JSON.parse(readLastMessage(request)));
  const passed = isPassed(result);
  const createdGrades = statements.map(({ number }) => ({ number, passed, evidence: result }));
  return { content: JSON.stringify({ grades: createdGrades }) };
}

function createGrades(request: ModelStubRequest): ModelStubResponse {
  const { result, statements } = gradingInput.parse(JSON.parse(readLastMessage(request)));
  const createdGrades = statements.map(({ number, statement }) => {
    const requiredParts = [...statement.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
    const missing = requiredParts.filter((part) => !result.includes(part));
    const evidence = missing.length === 0 ? `It says: ${requiredParts.join(", ")}` : `It lacks: ${missing.join(", ")}`;
    return { number, passed: missing.length === 0, evidence };
  });
  return { content: `\`\`\`json\n${JSON.stringify({ grades: createdGrades })}\n\`\`\`` };
}
