import type { HttpTransport } from "../../../../client/transport.ts";
import { evalAgents } from "../../../../testcases/evalAgents.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import { anthropicVersion, fromAnthropicResponse, toAnthropicRequest } from "./anthropicMessages.ts";
import { chatRequestSchema, type EditorModels, formatChatCompletion } from "./chatCompletion.ts";
import { type EvalRunner, formatEvalRunner } from "./evalRunner.ts";

/** A response of a model, as a chat completion or an error. */
export interface ModelReply {
  readonly status: number;
  readonly text: string;
  readonly contentType?: string | undefined;
  readonly retryAfter?: string | undefined;
}

/** Sends chat completions to a model in its own protocol. */
export type SendToModel = (body: string, signal: AbortSignal) => Promise<ModelReply>;

export interface ModelEndpointParts {
  /** The key of the runner's endpoint. It is sent to its origin only. */
  readonly key: string | undefined;
  readonly transport: HttpTransport;
  readonly editorModels: Pick<EditorModels, "complete">;
}

export const answerMs = 180_000;
export const mostModelBytes = 8 * 2 ** 20;

export function createModelEndpoint(
  runner: EvalRunner,
  { key, transport, editorModels }: ModelEndpointParts,
): SendToModel {
  const post = async (url: string, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal) => {
    const json = { "content-type": "application/json", accept: "application/json" };
    const limits = { signal, deadlineMs: answerMs, maxBytes: mostModelBytes };
    const request = { method: "POST", url: new URL(url), headers: { ...json, ...headers }, body } as const;
    const { status, text, headers: received } = await transport.send(request, limits);
    return { status, text, contentType: received["content-type"], retryAfter: received["retry-after"] };
  };
  switch (runner.kind) {
    case "openai": {
      const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` };
      return (body, signal) =>
        post(`${runner.baseUrl.replace(/\/+$/, "")}/chat/completions`, { ...headers }, body, signal);
    }
    case "anthropic": {
      const headers = { "anthropic-version": anthropicVersion, ...(key !== undefined && { "x-api-key": key }) };
      return async (body, signal) => {
        const request = JSON.stringify(toAnthropicRequest(runner.name, readRequest(body)));
        const reply = await post(`${runner.baseUrl.replace(/\/+$/, "")}/messages`, headers, request, signal);
        const text = reply.status < 300 ? fromAnthropicResponse(reply.text) : undefined;
        return { ...reply, text: text ?? reply.text };
      };
    }
    case "agent": {
      const { name, baseUrl } = runner;
      const { kind, path } = evalAgents[runner.agent].endpoint.grader;
      return createModelEndpoint(
        { kind, name, baseUrl: `${baseUrl.replace(/\/+$/, "")}${path}` },
        { key, transport, editorModels },
      );
    }
    case "editor":
      return (body, signal) => sendToEditorModel(runner, editorModels, body, signal);
  }
}

async function sendToEditorModel(
  runner: Extract<EvalRunner, { kind: "editor" }>,
  editorModels: Pick<EditorModels, "complete">,
  body: string,
  signal: AbortSignal,
): Promise<ModelReply> {
  const failed = (status: number, message: string) => ({ status, text: JSON.stringify({ error: { message } }) });
  try {
    const completion = await editorModels.complete(runner.id, readRequest(body), signal);
    if (completion) return { status: 200, text: formatChatCompletion(completion) };
    return failed(404, `The editor has no model ${formatEvalRunner(runner)} any more.`);
  } catch (error) {
    if (signal.aborted) throw error;
    return failed(403, readErrorMessage(error));
  }
}

function readRequest(body: string) {
  return chatRequestSchema.parse(tryParseJson(body));
}
