import { heldStreamHeader, toolSubscriptionSchema } from "../../contract/mcp/heldStream.ts";

const eventStream = "text/event-stream";

/** Whether a gateway tells this client of other tools. The tools of a process never change, but another version may replace it. */
export const isToldOfChanges = (request: Request | undefined): boolean =>
  request?.headers.has(heldStreamHeader) === true;

/** The response to a client of protocol 2025-11-25 that asks for a stream; undefined: the request is another one. */
export function openHeldStream(request: Request): Response | undefined {
  const { method, headers } = request;
  const isMeant = isToldOfChanges(request) && method === "GET" && headers.get("Accept")?.includes(eventStream);
  return isMeant ? createHeldResponse("", new Headers({ "Content-Type": eventStream })) : undefined;
}

/** Ends the stream of a subscription to the tools after its acknowledgement, because the gateway holds it open. */
export async function holdSubscription(request: Request, message: unknown, response: Response): Promise<Response> {
  const { body, headers } = response;
  const isStream = headers.get("Content-Type")?.startsWith(eventStream);
  if (!isToldOfChanges(request) || !isStream || !body || !toolSubscriptionSchema.safeParse(message).success)
    return response;
  const reader = body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return createHeldResponse(new TextDecoder().decode(value), headers);
}

function createHeldResponse(text: string, headers: Headers): Response {
  headers.set(heldStreamHeader, "1");
  return new Response(text, { headers });
}
