import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/** The exports of the package that the bundle uses; esbuild drops the rest. */
export { getRequestListener } from "@hono/node-server";

/** Shows the adapter that Node's own response was used. Reading `body` turns the value into a native `Response`, which the adapter checks for. */
export function createAlreadySentResponse(): Response {
  void RESPONSE_ALREADY_SENT.body;
  return RESPONSE_ALREADY_SENT;
}
