import * as l10n from "@vscode/l10n";
import { type Deployment, startedAgainMessage } from "../../../contract/deployments.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { DeploymentOutcome } from "./deploymentWatches.ts";
import { splitPlainLines } from "./eventLines.ts";
import type { FailureCause } from "./failureCause.ts";

/** `Deployed Weather 1.1.0, an earlier version (the latest is 1.2.0).` */
export function formatDeployed(
  { version, preview, url, message }: Deployment,
  serverName: string,
  latest: string | null | undefined,
): string {
  const deployed = joinWords(serverName, version);
  if (preview) return l10n.t`${deployed} runs as a preview, beside the live version, at ${url ?? ""}.`;
  if (message === startedAgainMessage) return l10n.t`Started ${deployed}.`;
  const isEarlier = version && latest && latest !== version;
  return isEarlier
    ? l10n.t`Deployed ${deployed}, an earlier version (the latest is ${latest}).`
    : l10n.t`Deployed ${deployed}.`;
}

/** The cause, the version that is still live, and the next action. */
export function formatDeploymentFailure(
  { deployment, serverName, wasLive }: DeploymentOutcome,
  cause: FailureCause | undefined,
  serving: string | undefined,
): string {
  const { version, failure } = deployment;
  const what = joinWords(serverName, version);
  const why = cause ? sentence(cut(cause.message)) : reasonOf(failure);
  const live = serving === undefined || serving === version ? undefined : l10n.t`Version ${serving} is still live.`;
  return joinWords(wasLive ? l10n.t`${what} stopped serving: ${why}` : l10n.t`${what} was not deployed: ${why}`, live);
}

/** What the service says, the last output, and what to do. */
function reasonOf(failure: Deployment["failure"]): string {
  const { step, message, log = [] } = failure ?? {};
  const last = log.flatMap(splitPlainLines).findLast((line) => line.trim() !== "");
  return joinWords(
    message ? sentence(message) : step ? l10n.t`${step} failed.` : l10n.t("the service gives no reason."),
    last && sentence(l10n.t`Last output: ${cut(last.trim())}`),
    step !== undefined && Object.hasOwn(advices, step) ? advices[step] : undefined,
  );
}

const advices: Readonly<Record<string, string>> = {
  build: l10n.t("Generate it again, then deploy."),
  handshake: l10n.t("It must listen on PORT of HOST and answer MCP at /mcp."),
};

const cut = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

function sentence(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/** `Confined by bubblewrap`; undefined before the start, and where the service does not say it. */
export function formatConfinement({ sandbox }: Pick<Deployment, "sandbox">): string | undefined {
  if (!sandbox) return undefined;
  return sandbox === "none" ? l10n.t("Not confined by the operating system") : l10n.t`Confined by ${sandbox}`;
}
