import type { FetchLike } from "@modelcontextprotocol/client";
import * as l10n from "@vscode/l10n";
import { isLoopbackHostname } from "../../../text/hosts/isLoopbackHostname.ts";
import type { HttpTransport } from "../../transport.ts";
import { createMcpError, McpError } from "../createMcpError.ts";
import { createTransportFetch } from "../createTransportFetch.ts";

const maxBytes = 2 ** 20;
const timeoutMs = 30_000;

/** Sends the requests of a login at `server`, only to addresses that may see its tokens, and saves the first failure. */
export function createLoginFetch(transport: HttpTransport, server: URL, signal: AbortSignal) {
  const limits = { maxBytes, deadlineMs: timeoutMs, idleMs: timeoutMs };
  const send = createTransportFetch({ transport, ...limits, onRequest: () => {} });
  let failure: Error | undefined;
  const fetch: FetchLike = async (url, init) => {
    try {
      assertSecureAddress(new URL(url), server);
      const body = init?.body instanceof URLSearchParams ? String(init.body) : init?.body;
      return await send(url, { ...init, ...(body !== undefined && { body }), signal });
    } catch (error) {
      const { host } = new URL(url);
      const failed = createMcpError(error, { host, timeoutMs, maxBytes, signal });
      failure ??= failed;
      throw failed;
    }
  };
  return { fetch, firstFailure: () => failure };
}

/** Tokens travel encrypted, but on this machine. A server elsewhere cannot send the editor to an address of this machine. */
export function assertSecureAddress(url: URL, server: URL): void {
  const isLocal = isLoopbackHostname(url.hostname);
  if (isLocal ? isLoopbackHostname(server.hostname) : url.protocol === "https:") return;
  throw new McpError(
    l10n.t`The sign-in to ${server.host} uses ${url.origin}, which is not a safe address for it. Tell the server's owner, or connect with a header.`,
  );
}
