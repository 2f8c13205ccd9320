import type { Deployment } from "../../contract/deployments.ts";
import { joinWords } from "../../text/joinWords.ts";
import type { DeploymentOutcome } from "./deploymentWatches.ts";
import { splitPlainLines } from "./eventLines.ts";

/** `Deployed Weather 1.1.0, an earlier version (the latest is 1.2.0).` */
export function formatDeployed({ version }: Deployment, serverName: string, latest: string | null | undefined): string {
  const isEarlier = version && latest && latest !== version;
  return `Deployed ${joinWords(serverName, version)}${isEarlier ? `, an earlier version (the latest is ${latest})` : ""}.`;
}

/** Which step failed, why, what its server wrote last, what still serves and what to do. */
export function formatDeploymentFailure(
  { deployment, serverName, wasLive }: DeploymentOutcome,
  serving: string | undefined,
): string {
  const { version, failure } = deployment;
  const what = `${joinWords(serverName, version)} ${wasLive ? "stopped serving" : "was not deployed"}`;
  const reason = reasonOf(failure);
  const last = lastWords(failure?.log ?? []);
  return [
    `${what}${reason}`,
    ...(last === "" ? [] : [`Its last words: ${last}`]),
    ...(serving === undefined || serving === version ? [] : [`Version ${serving} goes on serving.`]),
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

/** The last lines, as much as a message may hold. */
function lastWords(log: readonly string[]): string {
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
