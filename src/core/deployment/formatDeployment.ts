import type { Deployment } from "../../contract/deployments.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentOutcome } from "./deploymentWatches.ts";
import { splitPlainLines } from "./eventLines.ts";

/** `Deployed Weather 1.1.0, an earlier version (the latest is 1.2.0).` */
export function formatDeployed({ version }: Deployment, serverName: string, latest: string | null | undefined): string {
  const isEarlier = version && latest && latest !== version;
  return `Deployed ${joinWords(serverName, version)}${isEarlier ? `, an earlier version (the latest is ${latest})` : ""}.`;
}

/** The failed step, its reason, the last output, the version that is still live, and the next action. */
export function formatDeploymentFailure(
  { deployment, serverName, wasLive }: DeploymentOutcome,
  serving: string | undefined,
): string {
  const { version, failure } = deployment;
  const what = `${joinWords(serverName, version)} ${wasLive ? "stopped serving" : "was not deployed"}`;
  const reason = reasonOf(failure);
  const last = formatLastLines(failure?.log ?? []);
  return [
    `${what}${reason}`,
    ...(last === "" ? [] : [`Last output: ${last}`]),
    ...(serving === undefined || serving === version ? [] : [`Version ${serving} is still live.`]),
    advice(failure?.step),
  ].join(" ");
}

function reasonOf(failure: Deployment["failure"]): string {
  const { step, message } = failure ?? {};
  return `: ${joinWords(step && `${step} failed.`, message && sentence(message)) || "the service gives no reason."}`;
}

const advices: Readonly<Record<string, string>> = {
  build: "Generate it again, then deploy.",
  start: "Correct what its log shows, then deploy again.",
  handshake: "It must listen on PORT of HOST and answer MCP at /mcp: see its log.",
};

function advice(step: string | undefined): string {
  return (step === undefined ? undefined : advices[step]) ?? "Its log says more.";
}

/** The last lines, shortened for a message. */
function formatLastLines(log: readonly string[]): string {
  const lines = log.flatMap(splitPlainLines).filter((line) => line.trim() !== "");
  const text = lines
    .slice(-3)
    .map((line) => line.trim())
    .join(" / ");
  return text.length > 300 ? `...${text.slice(-297)}` : text;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/** `Confined by bubblewrap`; undefined before the start, and where the service does not say it. */
export function formatConfinement({ sandbox }: Pick<Deployment, "sandbox">): string | undefined {
  if (!sandbox) return undefined;
  return sandbox === "none" ? "Not confined by the operating system" : `Confined by ${sandbox}`;
}
