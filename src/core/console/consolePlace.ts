import type { Connections } from "../connections.ts";
import { said } from "../said.ts";
import type { InputPlace } from "./consoleDocuments.ts";
import { placeWords } from "./operationWords.ts";

/** Where an operation would be run now. */
export function consolePlace(connections: Connections): InputPlace {
  const connection = connections.active();
  if (!connection) return { scope: undefined, words: "no connection" };
  const session = connections.session();
  const own = session.kind === "connected" ? session.me.organizationId : undefined;
  return { scope: connections.scope(), words: placeWords(connection, connections.organization()?.name ?? said(own)) };
}
