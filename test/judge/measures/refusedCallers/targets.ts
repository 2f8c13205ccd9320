import type { Operation } from "../../../../src/contract/operation.ts";
import { operationNames } from "../../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../../src/contract/operations.ts";
import type { WorkingInputs } from "./workingInputs.ts";

/** A request that succeeds for an authorized caller. */
export interface Target {
  readonly name: string;
  readonly operation: boolean;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The header with the credentials; undefined if they are in the body or not needed. */
  readonly proof: string | undefined;
  /** Whether any program on this machine may send it, but no web page. */
  readonly open?: true;
}

interface Endpoints {
  readonly url: string;
  readonly key: string;
  readonly control: string;
  readonly runtimeToken: string;
  readonly relay: { readonly baseUrl: string; readonly token: string };
  readonly own: string;
}

const json = { "content-type": "application/json" };

/** All endpoints: the 43 operations, the gateway, the control API, a model relay and a generated server's port. */
export function listTargets(endpoints: Endpoints, inputs: WorkingInputs): Target[] {
  const { url, control, runtimeToken, relay, own } = endpoints;
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "pets", arguments: {} } });
  const mcp = { ...json, accept: "application/json, text/event-stream" };
  const gateway = `${url}/mcp/${inputs.serverId}`;
  const local = (method: string, path: string, body?: string) =>
    doorOf(`${method} ${path}`, method, url + path, body === undefined ? {} : json, body, control);
  return [
    ...operationNames.map((name) => operationTarget(name, endpoints, inputs)),
    doorOf("POST /mcp", "POST", gateway, mcp, call, runtimeToken),
    doorOf("GET /mcp", "GET", gateway, { accept: "text/event-stream" }, undefined, runtimeToken),
    doorOf("DELETE /mcp", "DELETE", gateway, {}, undefined, runtimeToken),
    local("GET", "/local/status"),
    local("GET", "/local/lease"),
    local("POST", "/local/key", `{"name":"stolen"}`),
    local("POST", "/local/stop"),
    doorOf("the model's relay", "POST", `${relay.baseUrl}/chat/completions`, json, `{"messages":[]}`, relay.token),
    { ...doorOf("a server's own port", "POST", own, mcp, call, undefined), open: true },
    { ...doorOf("GET /connect/callback", "GET", `${url}/connect/callback?code=a&state=b`, {}, undefined, undefined) },
    { ...doorOf("GET /connect", "GET", `${url}/connect/${inputs.serverId}/login?ticket=a`, {}, undefined, undefined) },
  ];
}

function doorOf(
  name: string,
  method: string,
  url: string,
  headers: Target["headers"],
  body: string | undefined,
  token: string | undefined,
): Target {
  const proof = token === undefined ? undefined : `Bearer ${token}`;
  return { name, operation: false, method, url, headers, body, proof };
}

function operationTarget(name: OperationName, { url, key }: Endpoints, inputs: WorkingInputs): Target {
  const operation: Operation = operationTable[name];
  const { method, path, body, encoding, query, scope } = operation;
  const fields = Object.entries(inputs.of[name]);
  const inQuery = fields.filter(([field]) => body === null || field in query.shape);
  const inBody = fields.filter((field) => !inQuery.includes(field));
  const search = asQuery(inQuery);
  const form = encoding === "form";
  const text = form ? asQuery(inBody) : JSON.stringify(Object.fromEntries(inBody));
  return {
    ...{ name, operation: true, method, url: url + path + (search && `?${search}`) },
    headers: body === null ? {} : form ? { "content-type": "application/x-www-form-urlencoded" } : json,
    body: body === null ? undefined : text,
    proof: scope === null ? undefined : `Bearer ${key}`,
  };
}

function asQuery(fields: readonly (readonly [string, unknown])[]): string {
  return new URLSearchParams(fields.map(([field, value]): [string, string] => [field, String(value)])).toString();
}
