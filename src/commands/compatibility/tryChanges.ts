import type { RequestPreview, ServiceClient } from "../../client/client.ts";
import { formatRequestPreview } from "../../core/connection/confirmChange.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { runChangeTrial, type TrialResult, type TrialStep } from "../../core/project/changeTrial.ts";
import type { App, CommandHandler } from "../app.ts";
import { listProjects } from "../project/projectChoice.ts";
import { ensureSession } from "./ensureSession.ts";

interface TrialNames {
  readonly name: string;
  readonly newName: string;
}

/** Creates a project at the service and renames it, to learn how the service takes changes. */
export const tryChanges: CommandHandler<
  Pick<App, "client" | "connections" | "log" | "messages" | "progress" | "prompts" | "refresh" | "run">
> = async (app) => {
  const session = await ensureSession(app);
  if (!session) return;
  const { client, connection, profileStore } = session;
  if (profileStore.read().dialect === "contract") {
    showMessage(app, "info", `${connection.name} implements Fairlead's API, so its changes need no trial.`);
    return;
  }
  const names = await askNames(app, client);
  if (!names) return;
  const confirm = async (preview: RequestPreview) =>
    (await app.prompts.decide({
      message: `Try the changes at ${preview.host}?`,
      detail: `${describeTrial(names, preview.host)}\n\nThe first request:\n\n${formatRequestPreview(preview)}`,
      actions: ["Try"],
    })) !== undefined;
  const result = await app.progress.run({ title: "Trying the changes", in: "notification" }, (report, signal) =>
    runChangeTrial({ ...{ client, ...names, confirm, report, signal } }),
  );
  app.refresh("fairlead.projects");
  for (const step of result.steps) app.log.info(`Try the Changes, ${step.operation}: ${formatOutcome(step)}`);
  showResult(app, connection.name, names, result);
};

const addition = " (renamed)";
const maxLength = 100 - addition.length;

/** undefined: cancelled. */
async function askNames({ prompts }: Pick<App, "prompts">, client: ServiceClient): Promise<TrialNames | undefined> {
  // The trial itself shows why the list cannot be read.
  const projects = await listProjects(client).catch(() => []);
  const isTaken = (name: string) => projects.some((one) => one.name === name || one.name === name + addition);
  const answer = await prompts.input({
    title: "Try the Changes",
    prompt: "The name of the project that is created for the trial",
    value: proposeName(isTaken),
    validate: (text) => {
      const name = text.trim();
      if (name === "") return "Enter a name.";
      if (name.length > maxLength) return `At most ${maxLength} characters.`;
      return isTaken(name)
        ? "There is a project of this name. The trial changes only a project of its own."
        : undefined;
    },
  });
  if (answer === undefined || answer === promptBack) return undefined;
  return { name: answer.trim(), newName: answer.trim() + addition };
}

function proposeName(isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? "Fairlead trial" : `Fairlead trial ${number}`;
    if (!isTaken(name)) return name;
  }
}

function describeTrial({ name, newName }: TrialNames, host: string): string {
  return [
    `Fairlead creates the project "${name}", reads it, renames it to "${newName}", and reads it again.`,
    `The project then stays at ${host}, because Fairlead has no operation that archives or deletes a project.`,
    "Nothing else is changed.",
  ].join(" ");
}

function formatOutcome({ outcome }: TrialStep): string {
  if ("reason" in outcome) return `${outcome.kind === "unknown" ? "unknown" : "not done"}. ${outcome.reason}`;
  return outcome.kind === "done" ? "done." : "not tried.";
}

function showResult(
  app: Pick<App, "log" | "messages" | "run">,
  service: string,
  { name }: TrialNames,
  { steps, remainder }: TrialResult,
): void {
  const isDone = steps.every(({ outcome }) => outcome.kind === "done");
  const ends = steps.map((step) => `${step.title}: ${formatOutcome(step)}`).join(" ");
  const message = `Tried the changes at ${service}. ${ends} ${describeRemainder(name, remainder)}`;
  const open =
    remainder.kind === "project"
      ? { node: { kind: "project", project: remainder.project, selected: false } as const }
      : undefined;
  showMessage(app, isDone ? "info" : "warning", message, {
    ...(open && { "Open Project": () => app.run("fairlead.project.open", open) }),
    "Show Log": async () => app.log.show(),
  });
}

function describeRemainder(name: string, remainder: TrialResult["remainder"]): string {
  if (remainder.kind === "project") return `The project "${remainder.project.name}" exists.`;
  if (remainder.kind === "nothing") return "The trial left nothing at the service.";
  return `It is unknown whether the project "${name}" exists: look for it there.`;
}
