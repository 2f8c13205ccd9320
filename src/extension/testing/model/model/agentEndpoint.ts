import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import * as z from "zod";
import type { HttpTransport } from "../../../../client/transport.ts";
import { evalAgents } from "../../../../testcases/evalAgents.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import type { AgentEvalRunner } from "./evalRunner.ts";
import { answerMs, type ModelReply, mostModelBytes } from "./modelEndpoint.ts";

interface AgentRequest {
  /** After the base URL. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type AgentEndpoint = ReturnType<typeof createAgentEndpoint>;

const modelSchema = z.looseObject({ model: z.string() });
/** What a request of an agent says besides its body. */
const passedHeaders = ["accept", "anthropic-version", "anthropic-beta"] as const;

/** Passes an agent's own requests on to its model. */
export function createAgentEndpoint(
  runner: AgentEvalRunner,
  { key, transport }: { readonly key: string | undefined; readonly transport: HttpTransport },
) {
  const { endpoint } = evalAgents[runner.agent];
  const { keyHeader, isModelInBody } = endpoint;
  const credential = key === undefined ? {} : { [keyHeader]: keyHeader === "authorization" ? `Bearer ${key}` : key };
  return {
    /** Whether an agent may send a POST to this path after the base URL. */
    accepts: (path: string) => endpoint.isModelPath(path, runner.name),
    /** Whether the request asks the runner's model. */
    isForModel: (body: string) =>
      !isModelInBody || modelSchema.safeParse(tryParseJson(body)).data?.model === runner.name,
    /** Passes the body of a successful response on while it arrives, and then returns undefined; else the reply. */
    send: async (
      { path, headers, body }: AgentRequest,
      response: ServerResponse,
      signal: AbortSignal,
    ): Promise<ModelReply | undefined> => {
      const passed = Object.fromEntries(
        passedHeaders.flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]]] : [])),
      );
      const url = new URL(`${runner.baseUrl.replace(/\/+$/, "")}${path}`);
      const json = { "content-type": "application/json", "accept-encoding": "identity" };
      const request = { method: "POST", url, headers: { ...passed, ...json, ...credential }, body } as const;
      const stream = createStream(response, key);
      const limits = { deadlineMs: answerMs, maxBytes: mostModelBytes };
      const stopped = AbortSignal.any([signal, stream.signal]);
      try {
        const {
          status,
          text,
          headers: received,
        } = await transport.send(request, {
          ...limits,
          signal: stopped,
          stream,
        });
        if (stream.end()) return undefined;
        return { status, text, contentType: received["content-type"], retryAfter: received["retry-after"] };
      } catch (error) {
        if (stream.break()) return undefined;
        throw error;
      }
    },
  };
}

/** Writes a streamed body, without the key. */
function createStream(response: ServerResponse, key: string | undefined) {
  const tooLarge = new AbortController();
  const redact = createStreamRedaction(key);
  let size = 0;
  let isOpen = false;
  return {
    signal: tooLarge.signal,
    idleMs: answerMs,
    accept: (status: number, headers: IncomingHttpHeaders) => {
      if (status < 200 || status >= 300) return undefined;
      isOpen = true;
      const { "content-type": type = "application/json", "content-encoding": coding } = headers;
      response.writeHead(status, { "content-type": type, ...(coding !== undefined && { "content-encoding": coding }) });
      return (chunk: Buffer): Promise<void> | undefined => {
        size += chunk.length;
        if (size > mostModelBytes) tooLarge.abort();
        if (response.write(redact.add(chunk.toString("latin1")), "latin1")) return undefined;
        return waitForDrain(response);
      };
    },
    /** False: nothing was streamed. */
    end: () => {
      if (isOpen) response.end(redact.end(), "latin1");
      return isOpen;
    },
    /** A stream that broke off must not look complete. False: nothing was streamed. */
    break: () => {
      if (isOpen) response.destroy();
      return isOpen;
    },
  };
}

function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle);
      resolve();
    };
    response.on("drain", settle).on("close", settle);
  });
}

/** Shorter keys, as endpoints on this machine accept them, are parts of plain words. */
const shortestSecret = 8;

/** Replaces a secret in a text that arrives in pieces. Only what may be its beginning waits for the next piece. */
function createStreamRedaction(secret: string | undefined) {
  let waiting = "";
  return {
    add: (piece: string) => {
      if (secret === undefined || secret.length < shortestSecret) return piece;
      const text = (waiting + piece).replaceAll(secret, "***");
      let length = Math.min(secret.length - 1, text.length);
      while (length > 0 && !secret.startsWith(text.slice(text.length - length))) length -= 1;
      waiting = text.slice(text.length - length);
      return text.slice(0, text.length - length);
    },
    end: () => waiting,
  };
}
