import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** What is loaded of the package on first use; all else of it is not shipped. */
export { getRequestListener } from "@hono/node-server";

/** For the adapter: Node's own answer was used. It looks for that in a `Response` of Node's only, and asked for its body, its own becomes one. */
export function createAlreadySentResponse(): Response {
  void RESPONSE_ALREADY_SENT.body;
  return RESPONSE_ALREADY_SENT;
}
