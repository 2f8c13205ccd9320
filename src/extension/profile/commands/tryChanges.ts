import * as l10n from "@vscode/l10n";
import type { RequestPreview, ServiceClient } from "../../../client/client.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import { formatRequestPreview } from "../../connection/model/confirmChange.ts";
import { listProjects } from "../../project/commands/projectChoice.ts";
import { runChangeTrial, type TrialResult, type TrialStep } from "../../project/model/changeTrial.ts";
import { ensureSession } from "./ensureSession.ts";

interface TrialNames {
  readonly name: string;
  readonly newName: string;
}

/** Creates a project at the service and renames it, to learn how the service takes changes. */
export const tryChanges: CommandHandler<EditorServices & ConnectionServices> = async (app) => {
  const session = await ensureSession(app);
  if (!session) return;
  const { client, connection, profileStore } = session;
  if (profileStore.read().dialect === "contract") {
    showMessage(app, "info", l10n.t`${connection.name} implements Fairlead's API, so its changes need no trial.`);
    return;
  }
  const names = await askNames(app, client);
  if (!names) return;
  const confirm = async (preview: RequestPreview) =>
    (await app.prompts.decide({
      message: l10n.t`Try the changes at ${preview.host}?`,
      detail: [describeTrial(names, preview.host), l10n.t("The first request:"), formatRequestPreview(preview)].join(
        "\n\n",
      ),
      actions: [l10n.t("Try")],
    })) !== undefined;
  const result = await app.progress.run({ title: l10n.t("Trying the changes"), in: "notification" }, (report, signal) =>
    runChangeTrial({ client, ...names, confirm, report, signal }),
  );
  app.refresh("fairlead.projects");
  for (const step of result.steps) app.log.info(formatLogLine(step));
  showResult(app, connection.name, names, result);
};

const addRenamed = (name: string) => l10n.t`${name} (renamed)`;
const maxLength = 100 - addRenamed("").length;

/** undefined: cancelled. */
async function askNames({ prompts }: EditorServices, client: ServiceClient): Promise<TrialNames | undefined> {
  // The trial itself shows why the list cannot be read.
  const projects = await listProjects(client).catch(() => []);
  const isTaken = (name: string) => projects.some((one) => one.name === name || one.name === addRenamed(name));
  const answer = await prompts.input({
    title: l10n.t("Try the Changes"),
    prompt: l10n.t("The name of the project that is created for the trial"),
    value: proposeName(isTaken),
    validate: (text) => {
      const name = text.trim();
      if (name === "") return l10n.t("Enter a name.");
      if (name.length > maxLength) return l10n.t`At most ${maxLength} characters.`;
      return isTaken(name)
        ? l10n.t("There is a project of this name. The trial changes only a project of its own.")
        : undefined;
    },
  });
  if (answer === undefined || answer === promptBack) return undefined;
  return { name: answer.trim(), newName: addRenamed(answer.trim()) };
}

function proposeName(isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? l10n.t("Fairlead trial") : l10n.t`Fairlead trial ${number}`;
    if (!isTaken(name)) return name;
  }
}

function describeTrial({ name, newName }: TrialNames, host: string): string {
  return [
    l10n.t`Fairlead creates the project "${name}", reads it, renames it to "${newName}", and reads it again.`,
    l10n.t`The project then stays at ${host}, because Fairlead has no operation that archives or deletes a project.`,
    l10n.t("Nothing else is changed."),
  ].join(" ");
}

function formatLogLine({ operation, outcome }: TrialStep): string {
  return `Try the Changes, ${operation}: ${outcome.kind}.${"reason" in outcome ? ` ${outcome.reason}` : ""}`;
}

function formatStep({ title, outcome }: TrialStep): string {
  switch (outcome.kind) {
    case "done":
      return l10n.t`${title}: done.`;
    case "notTried":
      return l10n.t`${title}: not tried.`;
    case "notDone":
      return l10n.t`${title}: not done. ${outcome.reason}`;
    case "unknown":
      return l10n.t`${title}: unknown. ${outcome.reason}`;
  }
}

function showResult(
  app: EditorServices,
  service: string,
  { name }: TrialNames,
  { steps, remainder }: TrialResult,
): void {
  const isDone = steps.every(({ outcome }) => outcome.kind === "done");
  const ends = steps.map(formatStep).join(" ");
  const message = l10n.t`Tried the changes at ${service}. ${ends} ${describeRemainder(name, remainder)}`;
  const open =
    remainder.kind === "project"
      ? { node: { kind: "project", project: remainder.project, selected: false } as const }
      : undefined;
  showMessage(app, isDone ? "info" : "warning", message, {
    ...(open && { [l10n.t("Open Project")]: () => app.run("fairlead.project.open", open) }),
    [l10n.t("Show Log")]: async () => app.log.show(),
  });
}

function describeRemainder(name: string, remainder: TrialResult["remainder"]): string {
  if (remainder.kind === "project") return l10n.t`The project "${remainder.project.name}" exists.`;
  if (remainder.kind === "nothing") return l10n.t("The trial left nothing at the service.");
  return l10n.t`It is unknown whether the project "${name}" exists: look for it there.`;
}
