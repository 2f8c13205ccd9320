import type { Handlers, ServiceContext } from "../context.ts";
import { oauthConnectionHandlers } from "./handlers.ts";

/** The part of the service that keeps accounts of other services for servers. */
export function createOauth(context: ServiceContext) {
  const handlers = oauthConnectionHandlers(context, () => undefined);
  return { handlers: handlers satisfies Partial<Handlers> };
}
