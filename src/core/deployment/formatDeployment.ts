import type { Deployment } from "../../contract/deployments.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentOutcome } from "./deploymentWatches.ts";
import { splitPlainLines } from "./eventLines.ts";
import type { FailureCause } from "./failureCause.ts";

/** `Deployed Weather 1.1.0, an earlier version (the latest is 1.2.0).` */
export function formatDeployed({ version }: Deployment, serverName: string, latest: string | null | undefined): string {
  const isEarlier = version && latest && latest !== version;
  return `Deployed ${joinWords(serverName, version)}${isEarlier ? `, an earlier version (the latest is ${latest})` : ""}.`;
}

/** The cause, the version that is still live, and the next action. */
export function formatDeploymentFailure(
  { deployment, serverName, wasLive }: DeploymentOutcome,
  cause: FailureCause | undefined,
  serving: string | undefined,
): string {
  const { version, failure } = deployment;
  const what = `${joinWords(serverName, version)} ${wasLive ? "stopped serving" : "was not deployed"}`;
  const live = serving === undefined || serving === version ? undefined : `Version ${serving} is still live.`;
  return joinWords(`${what}: ${cause ? sentence(cut(cause.message)) : reasonOf(failure)}`, live);
}

/** What the service says, the last output, and what to do. */
function reasonOf(failure: Deployment["failure"]): string {
  const { step, message, log = [] } = failure ?? {};
  const last = log.flatMap(splitPlainLines).findLast((line) => line.trim() !== "");
  return joinWords(
    message ? sentence(message) : step ? `${step} failed.` : "the service gives no reason.",
    last && sentence(`Last output: ${cut(last.trim())}`),
    step !== undefined && Object.hasOwn(advices, step) ? advices[step] : undefined,
  );
}

const advices: Readonly<Record<string, string>> = {
  build: "Generate it again, then deploy.",
  handshake: "It must listen on PORT of HOST and answer MCP at /mcp.",
};

const cut = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

function sentence(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/** `Confined by bubblewrap`; undefined before the start, and where the service does not say it. */
export function formatConfinement({ sandbox }: Pick<Deployment, "sandbox">): string | undefined {
  if (!sandbox) return undefined;
  return sandbox === "none" ? "Not confined by the operating system" : `Confined by ${sandbox}`;
}
