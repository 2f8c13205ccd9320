import type { Session } from "../connection/connectionSession.ts";
import { messageOf } from "../foundation/failure.ts";
import type { At, ToolWorld } from "./languageModelTool.ts";
import { ToolError } from "./toolCallError.ts";

/** The service of the active connection. Nobody is asked anything, and nothing is started. */
export async function reach(world: ToolWorld, signal: AbortSignal): Promise<At> {
  signal.throwIfAborted();
  const client = await world.connections.quiet();
  signal.throwIfAborted();
  const session = world.connections.session();
  if (!client || session.kind !== "connected") throw new ToolError(whatToDo(session));
  return { world, connection: session.connection, me: session.me, client, signal };
}

const useLocal = '"Fairlead: Use the Local Service"';

function whatToDo(session: Session): string {
  switch (session.kind) {
    case "none":
      return `Fairlead is not connected to a service. Only the user can connect it: with the command ${useLocal}, or with "Fairlead: Add Connection" for a service elsewhere.`;
    case "signedOut":
      return `${session.reason} Only the user can sign in, with the command "Fairlead: Sign In". Never ask for a key in the chat.`;
    case "failed":
      return `${session.connection.name} was not reached: ${messageOf(session.error)} The user can try again with the command "Fairlead: Refresh", or use another service with "Fairlead: Switch Connection".`;
    default:
      return session.connection.kind === "local"
        ? `The local service is not running. The user starts it with the command ${useLocal}, or by opening the Fairlead view.`
        : `${session.connection.name} is not connected yet: try again in a moment.`;
  }
}
