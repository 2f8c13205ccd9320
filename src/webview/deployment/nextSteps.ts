import * as l10n from "@vscode/l10n";
import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentFacts, DeploymentPanelAction, HealthFacts } from "../protocol/deploymentPanelMessages.ts";

/** An action on a deployment. */
export interface NextStep {
  readonly label: string;
  readonly action: DeploymentPanelAction;
  /** The deployment that the action is for, if it is another one. */
  readonly id?: string;
}

export interface NextSteps {
  readonly sentence: string;
  readonly steps: readonly NextStep[];
}

const openLog: NextStep = { label: l10n.t("Open Log"), action: "openLog" };
const test: NextStep = { label: l10n.t("Test"), action: "test" };
const runOn: NextStep = { label: l10n.t("Run On..."), action: "runOn" };
const editVariables: NextStep = { label: l10n.t("Edit Variables"), action: "editVariables" };
const useIn: NextStep = { label: l10n.t("Use In..."), action: "useIn" };
const stop: NextStep = { label: l10n.t("Stop"), action: "stop" };

/** Describes a deployment in a sentence and lists the next steps, the most likely one first. `problem` is that of a live one. */
export function findNextSteps(facts: DeploymentFacts, problem?: ApiProblem): NextSteps {
  if (facts.isServerGone)
    return { sentence: l10n.t("Its server was archived or deleted. Its log remains."), steps: [openLog] };
  switch (facts.status) {
    case "queued":
      return { sentence: l10n.t("It waits for other deployments."), steps: [openLog] };
    case "building":
      return { sentence: l10n.t("The service prepares its code."), steps: [openLog] };
    case "starting":
      return {
        sentence: joinWords(l10n.t("It serves requests as soon as it responds."), formatLiveVersion(facts)),
        steps: [stop, openLog],
      };
    case "running":
    case "idle":
    case "degraded":
      return facts.isPreview ? preview : served(facts, problem);
    case "failed":
      return failed(facts);
    case "stopped":
      return stopped(facts);
    case "superseded":
      return replaced(facts);
    default:
      return { sentence: "", steps: [openLog] };
  }
}

const preview: NextSteps = {
  sentence: l10n.t("It runs beside the live version, at a URL of its own, and ends after an hour without calls."),
  steps: [
    { label: l10n.t("Rehearse"), action: "rehearse" },
    { label: l10n.t("Promote"), action: "promote" },
    useIn,
    { label: l10n.t("Discard"), action: "stop" },
    openLog,
  ],
};

/** Why calls of the API fail, while the server itself is well. */
export interface ApiProblem {
  readonly message: string;
  readonly isOfCredential: boolean;
}

export function findApiProblem({ checks }: HealthFacts): ApiProblem | undefined {
  const api = checks.find(({ name }) => name === "api");
  if (!api?.message || (api.status !== "degraded" && api.status !== "unhealthy")) return undefined;
  return { message: api.message, isOfCredential: api.code?.startsWith("credential_") ?? false };
}

const servedSentences: Readonly<Record<string, string>> = {
  degraded: l10n.t(
    "It is live and not well: it crashed and is started again, or some of its checks fail. See Health and the log.",
  ),
  idle: l10n.t("It has stopped because there were no calls. The next call starts it and waits for it."),
};

function served(facts: DeploymentFacts, problem: ApiProblem | undefined): NextSteps {
  const sentence = problem?.message ?? servedSentences[facts.status ?? ""] ?? l10n.t("It serves requests.");
  const edit: readonly NextStep[] = problem?.isOfCredential ? [editVariables] : [];
  return {
    sentence,
    steps: [
      ...edit,
      test,
      ...(facts.url ? [useIn] : []),
      { label: l10n.t("Copy Token"), action: "copyToken" },
      stop,
      openLog,
    ],
  };
}

const advices: Readonly<Record<string, string>> = {
  build: l10n.t("Generate the server again, then deploy it."),
  start: l10n.t("Fix the error in its last lines, then deploy it again."),
  handshake: l10n.t("The server must listen on HOST and PORT and serve MCP at /mcp."),
};

/** The first step follows from the cause. The version that is live is not offered. */
function failed(facts: DeploymentFacts): NextSteps {
  const { failure, earlier, live } = facts;
  if (facts.isRunnerMissing) return withoutRunner(facts);
  const { cause, step = "" } = failure ?? {};
  const advice = cause ? "" : (Object.hasOwn(advices, step) && advices[step]) || l10n.t("See its log for the reason.");
  const repair: readonly NextStep[] = cause?.variable
    ? [{ label: l10n.t`Set ${cause.variable}`, action: "setMissingVariable" }]
    : cause?.hasLine
      ? [{ label: l10n.t("Show Line"), action: "showFailureLine" }]
      : [];
  const deploy: readonly NextStep[] =
    earlier && !live ? [{ label: labelDeploy(earlier), action: "deploy", id: earlier.id }] : [];
  const sentence = joinWords(advice, formatLiveVersion(facts));
  return { sentence, steps: [...repair, ...deploy, openLog, ...openLive(live)] };
}

/** What was to run it is not available: the code is not the cause. */
function withoutRunner(facts: DeploymentFacts): NextSteps {
  const advice = l10n.t("Do what the message says, or choose where it runs, then deploy it again.");
  const steps: readonly NextStep[] = [
    ...(facts.canChooseRunner ? [runOn] : []),
    { label: l10n.t("Deploy Again"), action: "deploy" },
    openLog,
    ...openLive(facts.live),
  ];
  return { sentence: joinWords(advice, formatLiveVersion(facts)), steps };
}

function labelDeploy({ version }: NonNullable<DeploymentFacts["earlier"]>): string {
  return version ? l10n.t`Go Back to ${version}` : l10n.t("Go Back");
}

function stopped({ live, isStopped }: DeploymentFacts): NextSteps {
  const start: readonly NextStep[] = isStopped
    ? [{ label: l10n.t("Start"), action: "start" }]
    : [{ label: l10n.t("Deploy Again"), action: "deploy" }];
  const sentence = isStopped
    ? l10n.t("Start the server to serve requests again.")
    : l10n.t("It does not serve requests.");
  return { sentence, steps: [...openLive(live), ...start, openLog] };
}

function replaced({ live, version }: DeploymentFacts): NextSteps {
  const sentence = formatReplacement(live, version);
  return { sentence, steps: [...openLive(live), { label: l10n.t("Deploy Again"), action: "deploy" }, openLog] };
}

/** After the user went back, the live deployment has the same version. */
function formatReplacement(live: DeploymentFacts["live"], version: string | undefined): string {
  if (!live?.version) return l10n.t("Another deployment replaced it.");
  return live.version === version
    ? l10n.t`${live.version} was deployed again and serves requests.`
    : l10n.t`Version ${live.version} replaced it and serves requests.`;
}

function formatLiveVersion({ live, version }: DeploymentFacts): string {
  if (!live) return "";
  if (live.version && live.version === version) return l10n.t`Another deployment of ${version} serves requests.`;
  return live.version
    ? l10n.t`Version ${live.version} still serves requests.`
    : l10n.t("Another deployment still serves requests.");
}

function openLive(live: DeploymentFacts["live"]): readonly NextStep[] {
  return live ? [{ label: l10n.t("Open Live Deployment"), action: "open", id: live.id }] : [];
}
