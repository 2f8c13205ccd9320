import * as l10n from "@vscode/l10n";
import type { Connection } from "../../core/connection/connection.ts";
import {
  type CopyEnds,
  type CopyJobResult,
  countVersions,
  listOpenPlans,
  type ProjectPlan,
  planCopyJob,
  runCopyJob,
} from "../../core/copy/copyJob.ts";
import { formatCopyPlan } from "../../core/copy/formatCopyPlan.ts";
import { formatCopyReport, summarizeCopy } from "../../core/copy/formatCopyReport.ts";
import { readRememberedTarget, writeRememberedTarget } from "../../core/copy/rememberedTarget.ts";
import { askInSequence, type SequenceQuestion } from "../../core/foundation/askInSequence.ts";
import { type PromptBack, type PromptStep, promptBack } from "../../core/foundation/ports.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { formatQuantity } from "../../text/language/formatQuantity.ts";
import type { App, CommandHandler } from "../app.ts";
import { ensureSession } from "../compatibility/ensureSession.ts";
import { type CopyProjectChoice, chooseCopyProject, readCopyRequests, type SourcePart } from "./chooseCopyProject.ts";
import { enterSecrets, listEnterableSecrets } from "./enterSecrets.ts";
import { findSourceParts } from "./findSourceParts.ts";
import { chooseTargetConnection, type OpenEndContext, type OpenedEnd, openCopyEnd } from "./openCopyEnd.ts";

export type CopyContext = OpenEndContext &
  Pick<App, "client" | "documents" | "log" | "memory" | "messages" | "prompts" | "refresh" | "run">;

/** What is copied, and from where; it stays so when the user switches the connection meanwhile. */
interface CopySource {
  readonly connection: Connection;
  /** See `Connections.scope`. */
  readonly scope: string;
  readonly parts: readonly SourcePart[];
}

interface Answers {
  readonly target?: OpenedEnd;
  readonly choice?: CopyProjectChoice;
  readonly plans?: readonly ProjectPlan[];
}

/** Copies projects, servers and skills to the service of another connection: what is there already is not made again. */
export const copyToConnection: CommandHandler<CopyContext> = async (app, commandTarget) => {
  const session = await ensureSession(app);
  if (!session) return;
  const parts = await findSourceParts(app, session, commandTarget);
  if (!parts) return;
  const { connection } = session;
  await copyFrom(app, { connection, parts, scope: app.connections.scope() ?? connection.id });
};

async function copyFrom(app: CopyContext, copied: CopySource): Promise<void> {
  const opened: OpenedEnd[] = [];
  try {
    const source = await openCopyEnd(app, copied.connection);
    if (!source) return;
    opened.push(source);
    const answers = await askCopy(app, copied, source, opened);
    if (!answers?.target || !answers.choice || !answers.plans) return;
    const { target, choice, plans } = answers;
    const projectId = choice.kind === "known" ? { projectId: choice.id } : {};
    await writeRememberedTarget(app.memory, copied.scope, { connectionId: target.connection.id, ...projectId });
    await carryOut(app, { source, target }, plans, () => copyFrom(app, copied));
  } finally {
    await Promise.all(opened.map((end) => end.close()));
  }
}

function askCopy(
  app: CopyContext,
  { scope, parts }: CopySource,
  source: OpenedEnd,
  opened: OpenedEnd[],
): Promise<Answers | undefined> {
  const title = l10n.t("Copy to Connection");
  const remembered = readRememberedTarget(app.memory, scope);
  const chooseTarget: SequenceQuestion<Answers> = async (answers, step) => {
    const last = answers.target?.connection.id ?? remembered?.connectionId;
    const connection = await chooseTargetConnection(app, source.connection, { title, step }, last);
    if (connection === undefined || connection === promptBack) return connection;
    const target = await openCopyEnd(app, connection);
    if (target) opened.push(target);
    return target && { target };
  };
  const chooseProject: SequenceQuestion<Answers> = async ({ target, choice }, step) => {
    if (!target) return undefined;
    const isSame = remembered?.connectionId === target.connection.id && remembered.projectId !== undefined;
    const last = choice ?? (isSame ? ({ kind: "known", id: remembered.projectId ?? "" } as const) : undefined);
    const chosen = await chooseCopyProject(app, target, parts, { title, step }, last);
    return chosen === undefined || chosen === promptBack ? chosen : { target, choice: chosen };
  };
  const confirm: SequenceQuestion<Answers> = async ({ target, choice }, step) => {
    if (!target || !choice) return undefined;
    const plans = await planWithProgress(app, { source, target }, parts, choice);
    const isConfirmed = plans && (await confirmPlan(app, { source, target }, plans, { title, step }));
    return isConfirmed === true ? { target, choice, plans } : isConfirmed;
  };
  return askInSequence<Answers>({}, [chooseTarget, chooseProject, confirm]);
}

/** undefined: cancelled. */
async function planWithProgress(
  app: Pick<App, "progress">,
  ends: CopyEnds,
  parts: readonly SourcePart[],
  choice: CopyProjectChoice,
): Promise<readonly ProjectPlan[] | undefined> {
  const task = { title: l10n.t`Comparing with ${ends.target.name}`, in: "notification" } as const;
  const ended = await runCancellable(app.progress, task, async (_report, signal) =>
    planCopyJob(ends, await readCopyRequests(ends.target, parts, choice), signal),
  );
  return ended.kind === "done" ? ended.value : undefined;
}

/** Shows the dry run, and asks; without a question where there is nothing to do. */
async function confirmPlan(
  app: Pick<App, "documents" | "log" | "messages" | "prompts">,
  ends: CopyEnds,
  plans: readonly ProjectPlan[],
  question: { readonly title: string; readonly step: PromptStep },
): Promise<true | PromptBack | undefined> {
  const { target } = ends;
  const [open, refused] = [listOpenPlans(plans).length, countRefused(plans)];
  await app.documents.showMarkdown(formatCopyPlan(ends, plans), l10n.t`Copy to ${target.name}: Dry Run`);
  if (open === 0) {
    const message =
      refused > 0
        ? l10n.t`Nothing can be copied to ${target.name}. The dry run says why, and what to do.`
        : l10n.t`Everything is at ${target.name} already, with the same digests.`;
    showMessage(app, refused > 0 ? "warning" : "info", message);
    return undefined;
  }
  const versions = formatQuantity(countVersions(plans), l10n.t("version"), l10n.t("versions"));
  const picked = await app.prompts.pick({
    ...question,
    placeholder: l10n.t("The dry run in the editor lists what happens. Escape changes nothing."),
    choices: [
      {
        label: l10n.t`Copy to ${target.name}`,
        description: versions,
        ...(refused > 0 && { detail: l10n.t`${refused} cannot be copied; the dry run says why.` }),
        icon: "cloud-upload",
        value: true as const,
      },
    ],
  });
  return picked;
}

const countRefused = (plans: readonly ProjectPlan[]) =>
  plans.reduce(
    (sum, project) => sum + project.missing.length + project.plans.filter(({ refusal }) => refusal).length,
    0,
  );

async function carryOut(
  app: CopyContext,
  ends: { readonly source: OpenedEnd; readonly target: OpenedEnd },
  plans: readonly ProjectPlan[],
  again: () => Promise<void>,
): Promise<void> {
  const total = countVersions(plans);
  let done = 0;
  const task = { title: l10n.t`Copying to ${ends.target.name}`, in: "notification" } as const;
  const result = await app.progress.run(task, (report, signal) =>
    runCopyJob(ends, plans, signal, ({ item }, version) => {
      done += 1;
      report(l10n.t`${done} of ${total}: ${item.name} ${version}`);
    }),
  );
  const { connection } = ends.target;
  if (app.connections.active()?.id === connection.id)
    app.refresh("fairlead.projects", "fairlead.servers", "fairlead.skills", "fairlead.registry");
  await app.documents.showMarkdown(formatCopyReport(ends, result), l10n.t`Copy to ${connection.name}: Report`);
  announce(app, ends, result, again);
}

function announce(
  app: CopyContext,
  ends: { readonly source: OpenedEnd; readonly target: OpenedEnd },
  result: CopyJobResult,
  again: () => Promise<void>,
): void {
  const { connection } = ends.target;
  const results = result.projects.flatMap((project) => project.results);
  const isComplete =
    result.interruption === undefined && results.every(({ kind, isEqual }) => isDone(kind) && isEqual !== false);
  const secrets = listEnterableSecrets(results);
  const node = { kind: "connection", connection, isActive: false, state: "ready" } as const;
  showMessage(app, isComplete ? "info" : "warning", summarizeCopy(ends, result), {
    ...(!isComplete && { [l10n.t("Copy Again")]: again }),
    ...(secrets.length > 0 && { [l10n.t("Enter Secrets")]: () => enterSecrets(app, connection, secrets) }),
    ...(app.connections.active()?.id !== connection.id && {
      [l10n.t`Switch to ${connection.name}`]: () => app.run("fairlead.connection.switch", { node }),
    }),
  });
}

const isDone = (kind: string) => kind === "copied" || kind === "present";
