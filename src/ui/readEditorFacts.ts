import { homedir, release } from "node:os";
import { type ExtensionContext, env, version, workspace } from "vscode";
import type { EditorFacts } from "../core/compatibility/supportBundle.ts";
import type { LocalService } from "../core/connection/localService.ts";
import type { EditorLog } from "./log.ts";
import { readEditorSettings } from "./storage/readEditorSettings.ts";
import { readNetworkSettings } from "./storage/readNetworkSettings.ts";

/** Facts about the editor and the machine; finds the local service without starting it. */
export async function readEditorFacts(
  { extension }: ExtensionContext,
  local: LocalService,
  { lines, failures }: EditorLog,
): Promise<EditorFacts> {
  const { proxyAuthorization, ...network } = readNetworkSettings();
  const { version: own }: { version?: unknown } = extension.packageJSON;
  const endpoint = await local.find();
  return {
    versions: {
      vscode: version,
      fairlead: String(own),
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
