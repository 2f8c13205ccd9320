import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentFacts, DeploymentPanelAction } from "../protocol/deploymentPanelMessages.ts";

/** What can be done about a deployment; the first is what is likely wanted. `copy` is of its URL, by the page itself. */
export interface NextStep {
  readonly label: string;
  readonly act: DeploymentPanelAction | "copy";
  /** Another deployment that it is done on. */
  readonly id?: string;
}

export interface NextSteps {
  readonly sentence: string;
  readonly steps: readonly NextStep[];
}

const openLog: NextStep = { label: "Open Log", act: "openLog" };
const test: NextStep = { label: "Test", act: "test" };
const stop: NextStep = { label: "Stop", act: "stop" };

/** How a deployment stands, in a sentence, and what to do next. */
export function findNextSteps(facts: DeploymentFacts): NextSteps {
  if (facts.isServerGone)
    return { sentence: "Its server was removed: nothing more can be done with it.", steps: [openLog] };
  switch (facts.status) {
    case "queued":
      return { sentence: "It waits for its turn.", steps: [openLog] };
    case "building":
      return { sentence: "Its code is being made ready.", steps: [openLog] };
    case "starting":
      return { sentence: `It serves as soon as it answers.${goesOn(facts)}`, steps: [stop, openLog] };
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
    facts.status === "degraded" ? "It serves, but its checks find something wrong: see Health." : "It serves requests.";
  const copy: readonly NextStep[] = facts.url ? [{ label: "Copy URL", act: "copy" }] : [];
  return { sentence, steps: [test, ...copy, { label: "Copy Token", act: "copyToken" }, stop, openLog] };
}

const advices: Readonly<Record<string, string>> = {
  build: "Generate it again, then deploy.",
  start: "Correct what its last lines show, then deploy again.",
  handshake: "It must listen on PORT of HOST and answer MCP at /mcp.",
};

function failed(facts: DeploymentFacts): NextSteps {
  const { failure, earlier, live } = facts;
  const advice = (failure?.step && advices[failure.step]) || "Its log says more.";
  const deploy: readonly NextStep[] = earlier
    ? [{ label: joinWords("Deploy Earlier Version", earlier.version), act: "deploy", id: earlier.id }]
    : [];
  return { sentence: `${advice}${goesOn(facts)}`, steps: [...deploy, openLog, ...openLive(live)] };
}

function stopped({ live, isStopped }: DeploymentFacts): NextSteps {
  const start: readonly NextStep[] = isStopped
    ? [{ label: "Start", act: "start" }]
    : [{ label: "Deploy Again", act: "deploy" }];
  const sentence = isStopped ? "Nothing is served until it is started." : "It serves no more.";
  return { sentence, steps: [...openLive(live), ...start, openLog] };
}

function replaced({ live }: DeploymentFacts): NextSteps {
  const sentence = live?.version
    ? `${live.version} took its place and serves now.`
    : "Another deployment took its place.";
  return { sentence, steps: [...openLive(live), { label: "Deploy Again", act: "deploy" }, openLog] };
}

function goesOn({ live }: DeploymentFacts): string {
  if (!live) return "";
  return ` ${live.version ? `Version ${live.version}` : "Another one"} goes on serving meanwhile.`;
}

function openLive(live: DeploymentFacts["live"]): readonly NextStep[] {
  return live ? [{ label: "Open the Live One", act: "open", id: live.id }] : [];
}
