import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type ReceivedRequest, sendJson, startUpstream } from "../servers/upstream.ts";

/** A registry in memory, for what a real one does not do on demand. */
export interface RegistryDouble {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  /** Blobs and manifests by digest, manifests by tag too. */
  readonly contents: Map<string, Buffer>;
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

interface RegistryDoubleOptions {
  /** Asks for a token, which this `user:password` gets. */
  readonly login?: string;
  /** The origin where blobs are redirected to, as Docker Hub does. */
  readonly redirectTo?: string;
  /** Returns true if it has sent the response. */
  readonly respond?: (request: ReceivedRequest, response: ServerResponse) => boolean;
}

export const toDigest = (content: Uint8Array) => `sha256:${createHash("sha256").update(content).digest("hex")}`;

export async function startRegistryDouble(options: RegistryDoubleOptions = {}): Promise<RegistryDouble> {
  const contents = new Map<string, Buffer>();
  const { origin, received, close } = await startUpstream((request, response) => {
    if (options.respond?.(request, response)) return;
    if (isAuthorized(request, response, options.login)) serve(request, response, contents, options.redirectTo);
  });
  return { address: new URL(origin).host, contents, received, close };
}

function isAuthorized({ target, headers }: ReceivedRequest, response: ServerResponse, login?: string): boolean {
  if (login === undefined || headers.authorization === "Bearer the-token") return true;
  const basic = `Basic ${Buffer.from(login).toString("base64")}`;
  if (target.startsWith("/token?") && headers.authorization === basic) sendJson(response, { token: "the-token" });
  else {
    response.setHeader("WWW-Authenticate", `Bearer realm="http://${headers.host}/token",service="registry"`);
    sendJson(response, { errors: [{ code: "UNAUTHORIZED", message: "authentication required" }] }, 401);
  }
  return false;
}

function serve(
  { method, target, body }: ReceivedRequest,
  response: ServerResponse,
  contents: RegistryDouble["contents"],
  redirectTo: string | undefined,
): void {
  const url = new URL(target, "http://registry");
  const name = url.pathname.split("/").at(-1) ?? "";
  const content = contents.get(name);
  if (method === "POST") response.writeHead(202, { Location: `${url.pathname}upload?state=1` }).end();
  else if (method === "PUT") {
    contents.set(url.searchParams.get("digest") ?? name, body).set(toDigest(body), body);
    response.writeHead(201).end();
  } else if (redirectTo !== undefined && url.pathname.includes("/blobs/"))
    response.writeHead(307, { Location: redirectTo + url.pathname }).end();
  else if (content) response.writeHead(200, { "Content-Length": content.length }).end(content);
  else sendJson(response, { errors: [{ code: "MANIFEST_UNKNOWN", message: "manifest unknown" }] }, 404);
}
