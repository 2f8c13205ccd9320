import type { Connections } from "../connection/connections.ts";
import { said } from "../foundation/statedValue.ts";
import type { InputPlace } from "./consoleDocuments.ts";
import { placeWords } from "./formatOperation.ts";

/** Where an operation would be run now. */
export function consolePlace(connections: Connections): InputPlace {
  const connection = connections.active();
  if (!connection) return { scope: undefined, words: "no connection" };
  const session = connections.session();
  const own = session.kind === "connected" ? session.me.organizationId : undefined;
  return { scope: connections.scope(), words: placeWords(connection, connections.organization()?.name ?? said(own)) };
}
