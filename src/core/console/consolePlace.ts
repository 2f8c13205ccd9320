import type { App } from "../app.ts";
import { readOrganization } from "../selectedOrganization.ts";
import type { InputPlace } from "./consoleDocuments.ts";
import { placeWords } from "./operationWords.ts";

/** Where an operation would be run now. */
export function consolePlace({ connections, memory }: Pick<App, "connections" | "memory">): InputPlace {
  const connection = connections.active();
  if (!connection) return { connectionId: undefined, organizationId: undefined, words: "no connection" };
  const session = connections.session();
  const selected = readOrganization(memory, connection.id);
  const own = session.kind === "connected" ? session.me.organizationId : undefined;
  return {
    connectionId: connection.id,
    organizationId: selected?.id,
    words: placeWords(connection, selected?.name ?? own),
  };
}
