import { operationTable } from "../../../../src/contract/operations.ts";
import type { DescribedOperation } from "../ownApi/describedApi.ts";
import { createApiRequest, type Fields, formatValue } from "../ownApi/requests.ts";

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
  /** A server that runs. */
  readonly serverId: string;
}

/** An operation with an input that works. */
export interface KnownOperation {
  readonly of: DescribedOperation;
  readonly known: Fields;
}

const json = { "content-type": "application/json" };

/** All endpoints: the 43 operations, the gateway, the control API, a model relay and a generated server's port. */
export function listTargets(endpoints: Endpoints, operations: readonly KnownOperation[]): Target[] {
  const { url, control, runtimeToken, relay, own, serverId } = endpoints;
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "pets", arguments: {} } });
  const mcp = { ...json, accept: "application/json, text/event-stream" };
  const gateway = `${url}/mcp/${serverId}`;
  const local = (method: string, path: string, body?: string) =>
    doorOf(`${method} ${path}`, method, url + path, body === undefined ? {} : json, body, control);
  return [
    ...operations.map((operation) => operationTarget(operation, endpoints)),
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
    { ...doorOf("GET /connect", "GET", `${url}/connect/${serverId}/login?ticket=a`, {}, undefined, undefined) },
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

function operationTarget({ of, known }: KnownOperation, { url, key }: Endpoints): Target {
  const { method, path, query, body } = createApiRequest(of, known);
  const search = new URLSearchParams(
    Object.entries(query).map(([field, value]): [string, string] => [field, formatValue(value)]),
  );
  return {
    ...{ name: of.name, operation: true, method, body },
    url: `${url}${path}${search.size > 0 ? `?${search}` : ""}`,
    headers: of.body === undefined ? {} : { "content-type": of.body },
    proof: operationTable[of.name].scope === null ? undefined : `Bearer ${key}`,
  };
}
