import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import {
  formatBreakingCount,
  formatFirstToolChanges,
  formatToolChanges,
} from "../../../registry/model/formatToolChanges.ts";
import type { DeploymentToolChanges } from "../../model/deploymentToolChanges.ts";

export type ConfirmToolChangesContext = EditorServices;

interface DeployedVersion {
  readonly server: Server;
  readonly version: string;
  /** Deploys it although it breaks callers. */
  readonly deployAnyway: () => Promise<void>;
}

/** `unknown`: the tools are not known yet. `ended`: the deployment is not to go on; what follows instead. */
type ToolChangesAnswer =
  | { readonly kind: "agreed" | "unknown" }
  | { readonly kind: "ended"; readonly followUp: (() => void) | undefined };

const deployAnywayAction = l10n.t("Deploy Anyway");
const showChangesAction = l10n.t("Show Changes");

/** Asks before a deployment that breaks those who call the live version, or refuses it, as the user's settings say. */
export async function confirmToolChanges(
  app: ConfirmToolChangesContext,
  deployed: DeployedVersion,
  found: DeploymentToolChanges | undefined,
): Promise<ToolChangesAnswer> {
  if (found?.kind !== "breaking") return { kind: found?.kind === "unknown" ? "unknown" : "agreed" };
  return app.settings().breakingChanges === "refuse" ? refuse(app, deployed, found) : ask(app, deployed, found);
}

type BreakingChanges = Extract<DeploymentToolChanges, { readonly kind: "breaking" }>;

function refuse(app: ConfirmToolChangesContext, deployed: DeployedVersion, found: BreakingChanges): ToolChangesAnswer {
  const called = `${deployed.server.name} ${deployed.version}`;
  const [first = ""] = formatFirstToolChanges(found.breaking, 1);
  const count = formatBreakingCount(found.breaking);
  const message = l10n.t`${called} was not deployed: ${count} for callers of ${found.live}, which the setting "fairlead.deploy.breakingChanges" refuses. ${first}`;
  const showAgain = () =>
    showMessage(app, "error", message, {
      [showChangesAction]: async () => {
        await showChanges(app, deployed, found);
        showAgain();
      },
    });
  return { kind: "ended", followUp: showAgain };
}

async function ask(
  app: ConfirmToolChangesContext,
  deployed: DeployedVersion,
  found: BreakingChanges,
): Promise<ToolChangesAnswer> {
  const { server, version, deployAnyway } = deployed;
  const action = await app.prompts.decide({
    message: l10n.t`${server.name} ${version} breaks callers of ${found.live}. Deploy it?`,
    detail: formatFirstToolChanges(found.breaking).join("\n"),
    actions: [deployAnywayAction, showChangesAction],
  });
  if (action === deployAnywayAction) return { kind: "agreed" };
  if (action === undefined) return { kind: "ended", followUp: undefined };
  await showChanges(app, deployed, found);
  const count = formatBreakingCount(found.breaking);
  const message = l10n.t`${server.name} ${version} was not deployed yet: ${count} for callers of ${found.live}.`;
  return {
    kind: "ended",
    followUp: () =>
      showMessage(app, "warning", message, { [deployAnywayAction]: deployAnyway, [l10n.t("Cancel")]: async () => {} }),
  };
}

async function showChanges(
  { documents }: EditorServices,
  { server: { name }, version: after }: DeployedVersion,
  { live: before, changes }: BreakingChanges,
): Promise<void> {
  const text = formatToolChanges({ name, before, after }, changes);
  await documents.showMarkdown(text, `${name} ${before} → ${after}.md`);
}
