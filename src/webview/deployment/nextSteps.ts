import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentFacts, DeploymentPanelAction } from "../protocol/deploymentPanelMessages.ts";

/** An action on a deployment. The page itself runs `copy`, which copies the URL. */
export interface NextStep {
  readonly label: string;
  readonly action: DeploymentPanelAction | "copy";
  /** The deployment that the action is for, if it is another one. */
  readonly id?: string;
}

export interface NextSteps {
  readonly sentence: string;
  readonly steps: readonly NextStep[];
}

const openLog: NextStep = { label: "Open Log", action: "openLog" };
const test: NextStep = { label: "Test", action: "test" };
const stop: NextStep = { label: "Stop", action: "stop" };

/** Describes a deployment in a sentence and lists the next steps, the most likely one first. */
export function findNextSteps(facts: DeploymentFacts): NextSteps {
  if (facts.isServerGone) return { sentence: "Its server was removed. Only its log remains.", steps: [openLog] };
  switch (facts.status) {
    case "queued":
      return { sentence: "It waits for other deployments.", steps: [openLog] };
    case "building":
      return { sentence: "The service prepares its code.", steps: [openLog] };
    case "starting":
      return {
        sentence: `It serves requests as soon as it responds.${formatLiveVersion(facts)}`,
        steps: [stop, openLog],
      };
    case "running":
    case "degraded":
      return served(facts);
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

function served(facts: DeploymentFacts): NextSteps {
  const sentence =
    facts.status === "degraded"
      ? "It is live and not well: it crashed and is started again, or some of its checks fail. See Health and the log."
      : "It serves requests.";
  const copy: readonly NextStep[] = facts.url ? [{ label: "Copy URL", action: "copy" }] : [];
  return { sentence, steps: [test, ...copy, { label: "Copy Token", action: "copyToken" }, stop, openLog] };
}

const advices: Readonly<Record<string, string>> = {
  build: "Generate the server again, then deploy it.",
  start: "Fix the error in its last lines, then deploy it again.",
  handshake: "The server must listen on HOST and PORT and serve MCP at /mcp.",
};

/** The first step follows from the cause. The version that is live is not offered. */
function failed(facts: DeploymentFacts): NextSteps {
  const { failure, earlier, live } = facts;
  const { cause, step = "" } = failure ?? {};
  const advice = cause ? "" : (Object.hasOwn(advices, step) && advices[step]) || "See its log for the reason.";
  const repair: readonly NextStep[] = cause?.variable
    ? [{ label: `Set ${cause.variable}`, action: "setMissingVariable" }]
    : cause?.hasLine
      ? [{ label: "Show Line", action: "showFailureLine" }]
      : [];
  const deploy: readonly NextStep[] =
    earlier && !live ? [{ label: joinWords("Deploy", earlier.version), action: "deploy", id: earlier.id }] : [];
  const sentence = joinWords(advice, formatLiveVersion(facts).trim());
  return { sentence, steps: [...repair, ...deploy, openLog, ...openLive(live)] };
}

function stopped({ live, isStopped }: DeploymentFacts): NextSteps {
  const start: readonly NextStep[] = isStopped
    ? [{ label: "Start", action: "start" }]
    : [{ label: "Deploy Again", action: "deploy" }];
  const sentence = isStopped ? "Start the server to serve requests again." : "It does not serve requests.";
  return { sentence, steps: [...openLive(live), ...start, openLog] };
}

function replaced({ live }: DeploymentFacts): NextSteps {
  const sentence = live?.version
    ? `Version ${live.version} replaced it and serves requests.`
    : "Another deployment replaced it.";
  return { sentence, steps: [...openLive(live), { label: "Deploy Again", action: "deploy" }, openLog] };
}

function formatLiveVersion({ live }: DeploymentFacts): string {
  if (!live) return "";
  return ` ${live.version ? `Version ${live.version}` : "Another deployment"} still serves requests.`;
}

function openLive(live: DeploymentFacts["live"]): readonly NextStep[] {
  return live ? [{ label: "Open Live Deployment", action: "open", id: live.id }] : [];
}
