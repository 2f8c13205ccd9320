import * as z from "zod";
import type { DeploymentFixture } from "./deploymentFixture.ts";

const answerSchema = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });
const echoSchema = z.object({
  label: z.string(),
  pid: z.number(),
  env: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.unknown()).optional(),
  tried: z.string().optional(),
});

type Bench = Pick<DeploymentFixture, "context" | "key">;
const tokens = new Map<string, Promise<string>>();

/** A runtime token for a server, as a client gets it. */
export function getRuntimeToken(bench: Bench, serverId: string): Promise<string> {
  const known = tokens.get(serverId + bench.context.baseUrl());
  if (known) return known;
  const made = postToService(bench, "/api/v1/runtime/auth/token", { serverId }).then(
    (answer) => z.object({ accessToken: z.string() }).parse(answer).accessToken,
  );
  tokens.set(serverId + bench.context.baseUrl(), made);
  return made;
}

/** Calls an operation of the service. */
export async function postToService(bench: Bench, path: string, body: object): Promise<unknown> {
  const response = await fetch(bench.context.baseUrl() + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${bench.key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** A JSON-RPC request to a server through the gateway; the answer as it is. */
export async function callGateway(
  bench: Bench,
  serverId: string,
  method: string,
  params: object,
  init: RequestInit = {},
) {
  const token = await getRuntimeToken(bench, serverId);
  return fetch(`${bench.context.baseUrl()}/mcp/${serverId}`, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...Object.fromEntries(new Headers(init.headers)),
    },
  });
}

/** Calls a tool of a tiny server and answers what it said of itself. */
export async function callTool(bench: Bench, serverId: string, name: string, input: object = {}) {
  const response = await callGateway(bench, serverId, "tools/call", { name, arguments: input });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const [content] = answerSchema.parse(await response.json()).result.content;
  return echoSchema.parse(JSON.parse(content.text));
}
