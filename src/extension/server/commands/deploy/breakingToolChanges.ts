import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import type { BreakingToolChanges, DeploymentToolChanges } from "../../../../surface/compareWithLiveVersion.ts";
import { formatFirstToolChanges } from "../../../../surface/formatToolChange.ts";
import { listFirst } from "../../../../text/formatFirst.ts";
import { escapeMarkdown } from "../../../../text/markdown/escapeMarkdown.ts";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { confirmShownChange } from "../../../base/prompts/confirmShownChange.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { showToolChanges } from "../../../registry/commands/showDifferences.ts";
import { formatBreakingCount } from "../../../registry/model/formatToolChanges.ts";

interface DeployedVersion {
  readonly server: Server;
  readonly version: string;
}

/** The first skills that name tools which are gone, as lines for a question. */
export const formatFirstSkills = (skills: readonly string[]) => listFirst(skills.map(toVisibleText), mostSkills);

const mostSkills = 5;

export const showChangesAction = l10n.t("Show Changes");

/** The changes that the user agrees to before the deployment; undefined: there are none. */
export function findBreakingToolChanges(found: DeploymentToolChanges | undefined): BreakingToolChanges | undefined {
  return found?.kind === "breaking" ? found : undefined;
}

/** The message in place of a deployment that breaks callers, where the user's settings refuse it. */
export function refuseToolChanges(
  app: EditorServices,
  deployed: DeployedVersion,
  found: BreakingToolChanges | undefined,
): (() => void) | undefined {
  if (!found || found.breaking.length === 0 || app.settings().breakingChanges !== "refuse") return undefined;
  const called = `${deployed.server.name} ${deployed.version}`;
  const [first = ""] = formatFirstToolChanges(found.breaking, 1);
  const count = formatBreakingCount(found.breaking);
  const message = l10n.t`${called} was not deployed: ${count} for callers of ${found.live}, which the setting "fairlead.deploy.breakingChanges" refuses. ${first}`;
  const showAgain = () =>
    showMessage(app, "error", message, {
      [showChangesAction]: async () => {
        await openToolChanges(app, deployed, found);
        showAgain();
      },
    });
  return showAgain;
}

/** Shows the changes, and asks beside them whether the version is deployed. */
export async function confirmBreakingToolChanges(
  app: EditorServices,
  deployed: DeployedVersion,
  found: BreakingToolChanges,
): Promise<boolean> {
  const page = await openToolChanges(app, deployed, found);
  const called = `${deployed.server.name} ${deployed.version}`;
  return await confirmShownChange(app, {
    title: l10n.t`Deploy ${called}`,
    question:
      found.breaking.length > 0
        ? l10n.t`${formatBreakingCount(found.breaking)} for callers of ${found.live}.`
        : l10n.t`The skills of ${called} do not fit its tools.`,
    action: l10n.t("Deploy Anyway"),
    page,
  });
}

async function openToolChanges(
  app: EditorServices,
  { server: { name }, version: after }: DeployedVersion,
  { live: before, changes, skills }: BreakingToolChanges,
): Promise<AsyncDisposable> {
  const broken = skills.map((sentence) => `- ${escapeMarkdown(toVisibleText(sentence))}\n`).join("");
  return showToolChanges(app, { name, before, after }, changes, broken && `\n## ${l10n.t("Skills")}\n\n${broken}`);
}
