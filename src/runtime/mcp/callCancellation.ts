import { randomUUID } from "node:crypto";

/**
 * Lets clients of protocol 2025-11-25 cancel a call. They send a separate message with a request id, which is unique only within a
 * session. So each client gets a session id, which is stored only in the keys of active calls. (In 2026-07-28 a client cancels by
 * closing the request.)
 */
export interface CallCancellation {
  /** Returns a signal that is aborted when the client cancels this call. Call `done` when the call has ended. */
  watch(session: string | null, id: string | number): { readonly signal: AbortSignal | undefined; done(): void };
  cancel(session: string | null, id: string | number): void;
}

const sessionHeader = "Mcp-Session-Id";

export const readSessionId = (request: Request | undefined) => request?.headers.get(sessionHeader) ?? null;

export function createCallCancellation(): CallCancellation {
  const calls = new Map<string, AbortController>();
  const key = (session: string, id: string | number) => JSON.stringify([session, id]);
  return {
    watch: (session, id) => {
      if (session === null) return { signal: undefined, done: () => undefined };
      const controller = new AbortController();
      calls.set(key(session, id), controller);
      return {
        signal: controller.signal,
        done: () => void (calls.get(key(session, id)) === controller && calls.delete(key(session, id))),
      };
    },
    cancel: (session, id) => {
      if (session !== null) calls.get(key(session, id))?.abort();
    },
  };
}

/** Adds a session id to the response of `initialize`, the only request with neither a session id nor a protocol version. */
export function addSessionId(request: Request, response: Response): Response {
  const isInitialize =
    request.method === "POST" && !request.headers.has(sessionHeader) && !request.headers.has("MCP-Protocol-Version");
  if (isInitialize && response.status === 200) response.headers.set(sessionHeader, randomUUID());
  return response;
}
