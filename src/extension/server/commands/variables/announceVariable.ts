import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { isServerLive } from "../../model/serverState.ts";

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
