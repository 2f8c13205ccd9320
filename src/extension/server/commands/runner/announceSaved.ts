import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import { joinWords } from "../../../../text/joinWords.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { DeploymentNode } from "../../../deployment/rows/deploymentTreeRow.ts";
import { isServerLive } from "../../model/serverState.ts";

export interface SavedChange {
  /** What was changed: servers, or a project. */
  readonly names: readonly string[];
  /** What they have now. */
  readonly saved: string;
  /** The servers that get it with their next deployment. */
  readonly servers: readonly Server[];
  /** A sentence about what else is to know. */
  readonly note?: string | undefined;
  /** The failed deployment that the change is to help. */
  readonly failed?: DeploymentNode | undefined;
}

/** Says what was saved, and offers to deploy what failed, or the servers that are live, which still run as before. */
export function announceSaved(app: EditorServices, { names, saved, note, ...change }: SavedChange): void {
  const message = l10n.t`Saved for ${formatFirst(names)}: ${saved}. It applies to the next deployment.`;
  showMessage(app, "info", joinWords(message, note), createActions(app, change));
}

function createActions(app: EditorServices, { servers, failed }: Pick<SavedChange, "servers" | "failed">) {
  if (failed) {
    const { version } = failed.deployment;
    const label = version ? l10n.t`Deploy ${version}` : l10n.t("Deploy Again");
    return { [label]: () => app.run("fairlead.deployment.deployAgain", { node: failed }) };
  }
  const live = servers.filter(isServerLive);
  const runOnEach = (command: string, all: readonly Server[]) => async () => {
    for (const server of all) await app.run(command, { node: { kind: "variables", server } });
  };
  if (live.length > 0) {
    const label = live.length === 1 ? l10n.t("Deploy Again") : l10n.t`Deploy ${live.length} Servers Again`;
    return { [label]: runOnEach("fairlead.deployment.deployAgain", live) };
  }
  const [only, ...others] = servers;
  const isDeployable = only?.latestVersion && others.length === 0 && !only.liveDeploymentId;
  return isDeployable ? { [l10n.t("Deploy")]: runOnEach("fairlead.server.deploy", [only]) } : {};
}
