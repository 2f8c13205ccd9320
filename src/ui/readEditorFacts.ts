import { homedir, release } from "node:os";
import { type ExtensionContext, env, version, workspace } from "vscode";
import type { EditorFacts } from "../core/compatibility/supportBundle.ts";
import type { LocalService } from "../core/connection/localService.ts";
import type { EditorLog } from "./log.ts";
import { readEditorSettings } from "./storage/readEditorSettings.ts";
import { readNetworkSettings } from "./storage/readNetworkSettings.ts";
import { readOwnVersion } from "./storage/readUserAgent.ts";

/** Reads the facts about VS Code and this machine for a support bundle. Does not start the local service. */
export async function readEditorFacts(
  context: ExtensionContext,
  local: LocalService,
  { lines, failures }: EditorLog,
): Promise<EditorFacts> {
  const { proxyAuthorization, ...network } = readNetworkSettings();
  const endpoint = await local.find();
  return {
    versions: {
      vscode: version,
      fairlead: readOwnVersion(context),
      node: process.version,
      os: `${process.platform} ${release()} ${process.arch}`,
      host: `${env.appHost}${env.remoteName === undefined ? "" : ` remote ${env.remoteName}`}`,
    },
    settings: {
      ...readEditorSettings(),
      network: { ...network, ...(proxyAuthorization !== undefined && { proxyAuthorization: "is set" }) },
      isTrusted: workspace.isTrusted,
    },
    localService: endpoint ? { answers: true, url: endpoint.url } : { answers: false },
    log: lines.all(),
    failures: failures.all(),
    home: homedir(),
  };
}
