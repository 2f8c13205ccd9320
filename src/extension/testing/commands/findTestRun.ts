import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { isArchived } from "../../base/archivedState.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { formatState } from "../../base/serviceState.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { showNone } from "../../project/commands/showNone.ts";
import { readProjectFilter } from "../../project/model/selectedProject.ts";
import { isTestedDraft } from "../../skill/model/findSkillOfFolder.ts";
import { formatRunSummary, formatTestedContent } from "../model/formatRun.ts";
import { listTestRuns } from "../model/readTestRuns.ts";
import type { TestOwner } from "../model/testSubject.ts";

export interface OwnedTestRun {
  readonly run: TestRun;
  readonly owner: TestOwner;
}

/** The number of runs to pick from. */
const most = 50;

/** The clicked run, or a picked one. undefined: cancelled, or there is none. */
export async function findTestRun(
  app: ConnectedServices,
  client: ServiceClient,
  { node }: CommandTarget,
  title: string,
): Promise<OwnedTestRun | undefined> {
  if (node?.kind === "testRun") return { run: node.run, owner: node.of };
  const owner = await findOwner(app, client, node, title);
  if (!owner) return undefined;
  const run = await pickTestRun(app, client, owner, { title, placeholder: l10n.t("Which run?") });
  return run && { run, owner };
}

interface Question {
  readonly title: string;
  readonly placeholder: string;
  readonly except?: string;
}

export async function pickTestRun(
  app: EditorServices,
  client: ServiceClient,
  owner: TestOwner,
  { title, placeholder, except }: Question,
): Promise<TestRun | undefined> {
  const runs = (await listTestRuns(client, owner, { limit: most })).items.filter(({ id }) => id !== except);
  if (runs.length === 0) {
    const message =
      except === undefined
        ? l10n.t`There is no test run of ${owner.name} yet.`
        : l10n.t`There is no other test run of ${owner.name} yet.`;
    return showMessage(app, "info", message);
  }
  return app.prompts.pick({
    title,
    placeholder,
    choices: runs.map((run) => ({
      label: [formatTestedContent(run), formatState(run.status)].filter(Boolean).join(", ") || run.id,
      description: formatRelativeTime(run.createdAt, Date.now()),
      detail: [
        formatRunSummary(run.summary),
        run.evaluation?.runner && l10n.t`evaluation with ${run.evaluation.runner}`,
        run.triggeredBy && l10n.t`by ${run.triggeredBy}`,
      ]
        .filter(Boolean)
        .join(", "),
      value: run,
    })),
  });
}

async function findOwner(
  app: ConnectedServices,
  client: ServiceClient,
  node: CommandTarget["node"],
  title: string,
): Promise<TestOwner | undefined> {
  if (node?.kind === "testRuns") return node.of;
  if (node?.kind === "server") return { kind: "server", id: node.server.id, name: node.server.name };
  if (node?.kind === "skill") return { kind: "skill", id: node.skill.id, name: node.skill.name };
  return app.prompts.pick({
    title,
    placeholder: l10n.t("Of which server or skill?"),
    choices: listTestOwners(app, client).then((owners) =>
      owners.map((owner) => ({
        label: owner.name,
        description: owner.kind === "skill" ? l10n.t("skill") : l10n.t("server"),
        icon: owner.kind === "skill" ? "mortar-board" : "server",
        value: owner,
      })),
    ),
    none: () => showNone(app, l10n.t("There is no server or skill yet, so there are no test runs.")),
  });
}

/** Servers and skills of the selected project, also those that are tested and not published. */
async function listTestOwners(app: ConnectedServices, client: ServiceClient): Promise<readonly TestOwner[]> {
  const input = { limit: 200, ...readProjectFilter(app) };
  const owners: TestOwner[] = [];
  for await (const { id, name } of client.list("servers.list", input)) owners.push({ kind: "server", id, name });
  for await (const skill of client.list("skills.list", { ...input, includeArchived: true }))
    if (!isArchived(skill) || isTestedDraft(skill)) owners.push({ kind: "skill", id: skill.id, name: skill.name });
  return owners;
}
