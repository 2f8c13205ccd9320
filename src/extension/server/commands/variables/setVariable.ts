import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { promptBack } from "../../../base/ports.ts";
import { formatVariablePurpose, readVariableValue } from "../../model/serverVariables.ts";
import { askVariableValue } from "./askVariableValue.ts";
import { saveVariables } from "./saveVariables.ts";

/** A value that does not work. */
interface TriedValue {
  /** The address of the API in the document, which was tried where no value is saved. */
  readonly documentUrl: string | undefined;
  readonly problem: string;
}

/** Asks for the value of a variable that a server misses, and saves it; undefined: cancelled, and nothing changed. */
export async function setVariable(
  app: EditorServices,
  client: ServiceClient,
  server: Server,
  name: string,
  tried?: TriedValue,
): Promise<Server | undefined> {
  const known = server.variables?.find((one) => one.name === name) ?? { name };
  const value = await askVariableValue(app, server, known, {
    title: l10n.t`Set ${name} of ${server.name}`,
    prompt: joinWords(
      tried?.problem,
      formatVariablePurpose(server, known) || l10n.t`The value of ${name}. ${server.name} is deployed again with it.`,
    ),
    value: readVariableValue(server, known) ?? tried?.documentUrl,
    documentUrl: tried?.documentUrl,
  });
  if (value === undefined || value === promptBack) return undefined;
  return saveVariables(app, client, server, { [name]: value });
}
