import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { isServerLive } from "../../model/serverState.ts";

/** Saves variables of a server; null removes a value. */
export async function saveVariables(
  { refresh }: EditorServices,
  client: ServiceClient,
  { id }: Server,
  environment: Readonly<Record<string, string | null>>,
): Promise<Server> {
  const saved = await client.call("server.update", { id, environment });
  refresh("fairlead.servers");
  return saved;
}

interface VariableChange {
  /** What changed, as a sentence. */
  readonly change: string;
  /** The API may accept the new value or not. */
  readonly canCheck: boolean;
}

/** Names the next steps: a live deployment keeps its values until the server is deployed again. */
export function announceVariable(app: EditorServices, server: Server, { change, canCheck }: VariableChange): void {
  const target = { node: { kind: "variables", server } } as const;
  const isLive = isServerLive(server);
  const effect = isLive && l10n.t("The live deployment has the former value until you deploy again.");
  showMessage(app, "info", joinWords(change, effect), {
    ...(canCheck && { [l10n.t("Check Now")]: () => app.run("fairlead.server.checkApi", target) }),
    ...(isLive && { [l10n.t("Deploy Again")]: () => app.run("fairlead.deployment.deployAgain", target) }),
  });
}
