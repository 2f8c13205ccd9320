import * as z from "zod";
import { readServerAddress } from "../../../src/service/deployments/gateway/serverAddress.ts";
import type { DeploymentFixture } from "./deploymentFixture.ts";
import { sendWithToken } from "./sendWithToken.ts";

const answerSchema = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });
const echoSchema = z.object({
  label: z.string(),
  pid: z.number(),
  env: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.unknown()).optional(),
  tried: z.string().optional(),
});

type GatewayFixture = Pick<DeploymentFixture, "context" | "key">;
const tokens = new Map<string, Promise<string>>();

/** Gets a runtime token for a server. */
export function getRuntimeToken(fixture: GatewayFixture, serverId: string): Promise<string> {
  const known = tokens.get(serverId + fixture.context.baseUrl());
  if (known) return known;
  const request = postToService(fixture, "/api/v1/runtime/auth/token", { serverId }).then(
    (answer) => z.object({ accessToken: z.string() }).parse(answer).accessToken,
  );
  tokens.set(serverId + fixture.context.baseUrl(), request);
  return request;
}

/** Calls an operation of the service. */
export async function postToService(fixture: GatewayFixture, path: string, body: object): Promise<unknown> {
  const response = await sendWithToken(fixture.context.baseUrl() + path, fixture.key, { body });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** Sends a JSON-RPC request through the gateway and returns the raw response. `address`: the server's id, or that of a preview. */
export async function callGateway(
  fixture: GatewayFixture,
  address: string,
  method: string,
  params: object,
  init: RequestInit = {},
) {
  const token = await getRuntimeToken(fixture, readServerAddress(address).serverId);
  return fetch(`${fixture.context.baseUrl()}/mcp/${address}`, {
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

/** Calls a tool of a tiny server and returns the reported process state. */
export async function callTool(fixture: GatewayFixture, address: string, name: string, input: object = {}) {
  const response = await callGateway(fixture, address, "tools/call", { name, arguments: input });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const [content] = answerSchema.parse(await response.json()).result.content;
  return echoSchema.parse(JSON.parse(content.text));
}
