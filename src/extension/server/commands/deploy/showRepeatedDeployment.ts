import * as l10n from "@vscode/l10n";
import type { EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { RepeatedDeployment } from "../../../deployment/model/repeatedDeployment.ts";

/** Says that a version is already being deployed or live; the user can open it, and deploy a live one again. */
export function showRepeatedDeployment(
  app: EditorServices,
  serverName: string,
  { kind, deployment }: RepeatedDeployment,
  deployAgain: () => Promise<void>,
): void {
  const isLive = kind === "live";
  const node = { kind: "deployment", deployment, live: isLive, serverName } as const;
  const called = `${serverName} ${deployment.version}`;
  showMessage(app, "info", isLive ? l10n.t`${called} is live already.` : l10n.t`${called} is being deployed already.`, {
    [l10n.t("Open Deployment")]: () => app.run("fairlead.deployment.open", { node }),
    ...(isLive && { [l10n.t("Deploy Again")]: deployAgain }),
  });
}
