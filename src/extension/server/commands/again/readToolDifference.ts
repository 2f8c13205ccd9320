import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import { findNextBreakingVersion } from "../../../../contract/semanticVersion.ts";
import type { Server } from "../../../../contract/servers.ts";
import { isBreaking } from "../../../../surface/compareSurfaces.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { isAbortError, readErrorMessage } from "../../../base/failure.ts";
import { type CancellableResult, runCancellable } from "../../../base/runCancellable.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import { compareDocument } from "../../model/document/compareDocument.ts";
import type { ToolDifference } from "../../model/document/toolDifference.ts";
import { findLiveVersion } from "../../model/findLiveVersion.ts";
import type { OperationChoice } from "../../model/operations/operationFilter.ts";
import type { ServerServices } from "../../serverServices.ts";
import type { AnalyzedDocument } from "../analyzeDocument.ts";

export interface EarlierServer {
  readonly server: Server;
  readonly choice: OperationChoice;
  /** The operations that the last generation left out; undefined: not known. */
  readonly unchosen: readonly string[] | undefined;
}

/** What a generation changes about the tools of the latest version. */
export interface VersionDifference {
  readonly version: string;
  readonly difference: ToolDifference;
  /** The version to generate, because it breaks callers; undefined: the service numbers it. */
  readonly next: string | undefined;
}

export type ReadToolDifferenceContext = EditorServices & RegistryServices & Pick<ServerServices, "documentAnalyzer">;

/** A failure does not prevent the generation: the difference is unknown then. */
export function readToolDifference(
  app: ReadToolDifferenceContext,
  client: ServiceClient,
  earlier: EarlierServer,
  document: AnalyzedDocument,
): Promise<CancellableResult<VersionDifference | undefined>> {
  const { name } = earlier.server;
  const title = l10n.t`Comparing the tools of ${name}`;
  return runCancellable(app.progress, { title, in: "notification" }, async (_, signal) => {
    try {
      return await compareWithLatestVersion(app, client, earlier, document, signal);
    } catch (error) {
      if (isAbortError(error)) throw error;
      app.log.warning(`What a generation changes about the tools of ${name} is not known: ${readErrorMessage(error)}`);
      return undefined;
    }
  });
}

async function compareWithLatestVersion(
  app: ReadToolDifferenceContext,
  client: ServiceClient,
  { server, choice: { include }, unchosen }: EarlierServer,
  { source }: AnalyzedDocument,
  signal: AbortSignal,
): Promise<VersionDifference | undefined> {
  const { artifactId, latestVersion: version } = server;
  if (!artifactId || !version) return undefined;
  const compared = { client, artifactId, version, include, unchosen, maxTools: app.settings().maxTools };
  const difference = await compareDocument(app, compared, async () => source, signal);
  if (!difference) return undefined;
  if (!difference.changes.some(isBreaking)) return { version, difference, next: undefined };
  // Nobody calls a later version yet that was not deployed: changing that one again needs no other number.
  const called = (await findLiveVersion(client, server)) ?? version;
  return { version, difference, next: findNextBreakingVersion(called, version) };
}
