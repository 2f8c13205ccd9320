import { randomUUID } from "node:crypto";

/**
 * Lets clients of 2025-11-25 cancel a call. They do it by a message of its own, which a stateless server cannot match with the call it
 * means: request ids are unique only in a session. So each client is given a session id, which is kept nowhere but in the keys of
 * the calls under way. (In 2026-07-28 a client cancels by closing the request.)
 */
export interface CallCancellation {
  /** A signal that is aborted when the client cancels this call; `done` is to be called when it has ended. */
  watch(session: string | null, id: string | number): { readonly signal: AbortSignal | undefined; done(): void };
  cancel(session: string | null, id: string | number): void;
}

const header = "Mcp-Session-Id";

export const readSessionId = (request: Request | undefined) => request?.headers.get(header) ?? null;

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

/** Gives a session id to a client that says hello: the only request that has neither one yet nor a protocol version. */
export function addSessionId(request: Request, response: Response): Response {
  const hello =
    request.method === "POST" && !request.headers.has(header) && !request.headers.has("MCP-Protocol-Version");
  if (hello && response.status === 200) response.headers.set(header, randomUUID());
  return response;
}
