import * as z from "zod/mini";

/**
 * In a request: the gateway can tell the caller that the tools of its server changed. In a response: the gateway is to hold this stream
 * open for that after the server has ended it, so that the process can end or be replaced meanwhile.
 */
export const heldStreamHeader = "fairlead-held-stream";

export const listenMethod = "subscriptions/listen";

/** The request of protocol 2026-07-28 that opens a stream for changes of tools. */
export const toolSubscriptionSchema = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.literal(listenMethod),
  params: z.object({ notifications: z.object({ toolsListChanged: z.literal(true) }) }),
});
