import * as l10n from "@vscode/l10n";
import type { Deployment } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import { isDeploymentUnderWay } from "../model/serverState.ts";

/** The versions of a server: the live one, the latest one, and what runs or failed beside it. */
export interface ServerVersionFacts {
  readonly server: Server;
  /** The live and the newest deployment; undefined when there is none among the recent ones. */
  readonly live: Deployment | undefined;
  readonly latest: Deployment | undefined;
  /** The deployment that runs beside the live one. */
  readonly preview?: Deployment | undefined;
  /** The latest version was not deployed, because its tests failed. */
  readonly hasFailedTests?: boolean;
  /** The latest version was deployed before. */
  readonly hasLatestRun?: boolean;
}

/** The newest deployment if it failed while another one stays live. */
export function findFailedUpdate({ live, latest }: ServerVersionFacts): Deployment | undefined {
  return live && latest?.status === "failed" && latest.id !== live.id ? latest : undefined;
}

export function formatFailedUpdate({ version }: Deployment): string {
  return version === undefined ? l10n.t("newest deployment failed") : l10n.t`${version} failed`;
}

/** `1.3.0 not deployed`, or `newest 1.3.0`, where an earlier version is live and the latest one is neither being deployed nor failed. */
export function formatWaitingVersion({
  server: { latestVersion },
  live,
  latest,
  preview,
  hasFailedTests,
  hasLatestRun,
}: ServerVersionFacts): string | undefined {
  if (preview?.version) return l10n.t`preview ${preview.version}`;
  if (!latestVersion || live?.version === undefined || live.version === latestVersion) return undefined;
  const isTried = latest?.version === latestVersion && (isDeploymentUnderWay(latest) || latest.status === "failed");
  if (isTried) return undefined;
  if (hasFailedTests) return l10n.t`${latestVersion} did not pass its tests`;
  return hasLatestRun ? l10n.t`newest ${latestVersion}` : l10n.t`${latestVersion} not deployed`;
}

/** What the server says of its latest version, which need not be the live one. */
export function formatOfLatest({ server, live }: ServerVersionFacts, text: string | undefined): string | undefined {
  const isOther = live?.version !== undefined && live.version !== server.latestVersion;
  return text && isOther ? `${text} (${server.latestVersion})` : text;
}
