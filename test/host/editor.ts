import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editorProcesses } from "./editorProcesses.ts";
import { type Front, openFront } from "./front.ts";
import { nodeFile, vscodeFolder } from "./prepare/paths.mjs";
import { endProcesses } from "./processes.ts";

export interface EditorOptions {
  /** 0 or absent: a free one. What a page keeps belongs to its port: a window opened again needs the same. */
  readonly port?: number;
  /** All that VS Code keeps: settings, global storage, logs. Made when it is not there. */
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** The folder that the window opens. */
  readonly workspace?: string;
  readonly extraSettings?: Readonly<Record<string, unknown>>;
  /** Lets a page's payload run test suites; hides notification toasts, so never for a window that is driven or pictured. */
  readonly smokeTestDriver?: boolean;
  /** Asks about Workspace Trust as VS Code does by itself; without it every folder is trusted. */
  readonly trust?: boolean;
  /** Added to the extension host's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface Editor {
  /** Opens the workspace. */
  readonly url: string;
  readonly port: number;
  /** What the server has printed so far. */
  output(): string;
  /** Ends the server and all that it started, Fairlead's local service too; resolves when none is left. */
  stop(): Promise<void>;
}

/** The VS Code server could not be started, or did not do what it was asked; the message ends with what it printed. */
export class EditorError extends Error {
  override readonly name = "EditorError";
}

/** A first view without noise: nothing asks, nothing calls home, nothing covers what is looked at. */
const quietSettings = {
  "chat.commandCenter.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "json.schemaDownload.enable": false,
  "npm.fetchOnlinePackageInfo": false,
  "remote.autoForwardPorts": false,
  "remote.restoreForwardedPorts": false,
  "telemetry.telemetryLevel": "off",
  "typescript.disableAutomaticTypeAcquisition": true,
  "update.mode": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
} as const;

const ready = "Extension host agent listening on";

/** Starts a real VS Code (server, extension host; the window is any browser's) on 127.0.0.1. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  mkdirSync(options.userDataDir, { recursive: true });
  writeSettings(options.userDataDir, options.extraSettings ?? {});
  const socketFolder = mkdtempSync(join(tmpdir(), "fairlead-editor-"));
  const socket = join(socketFolder, "vscode.sock");
  const keyFile = join(options.userDataDir, "secret-storage-key");
  const cleanUp = () => rmSync(socketFolder, { recursive: true, force: true });
  let front: Front;
  try {
    front = await openFront({ socket, keyFile, port: options.port ?? 0 });
  } catch (error) {
    cleanUp();
    throw error;
  }
  const stop = async () => {
    await front.close();
    await endProcesses(() => editorProcesses(socketFolder, options.userDataDir));
    cleanUp();
  };
  guard(socketFolder, options.userDataDir);
  try {
    const output = await startServer(socket, socketFolder, options);
    return { url: urlOf(front.port, options.workspace), port: front.port, output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends the editor also when this process is killed and has no time to. */
function guard(mark: string, userDataDir: string): void {
  const child = spawn(nodeFile, [join(import.meta.dirname, "guard.ts"), mark, userDataDir], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
}

/** Installs a packaged extension the way a user does. */
export async function installExtension(vsix: string, folders: Pick<EditorOptions, "userDataDir" | "extensionsDir">) {
  const child = spawnServer(["--install-extension", vsix, "--force", ...folderArguments(folders)], process.env);
  const output = collect(child);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new EditorError(`Installing ${vsix} failed.\n${output()}`);
}

async function startServer(socket: string, mark: string, options: EditorOptions): Promise<() => string> {
  const serverArguments = [
    ...["--socket-path", socket, "--without-connection-token", "--accept-server-license-terms", "--disable-telemetry"],
    // The window is gone for good when its page is closed; the default keeps its extension host for three hours.
    ...["--reconnection-grace-time", "5"],
    ...folderArguments(options),
    ...(options.smokeTestDriver ? ["--enable-smoke-test-driver"] : []),
    ...(options.trust ? [] : ["--disable-workspace-trust"]),
  ];
  // Inherited by all that the server starts, so that they can be found and ended, whoever is their parent by then.
  const child = spawnServer(serverArguments, { ...process.env, ...options.environment, FAIRLEAD_TEST_HOST: mark });
  const output = collect(child);
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new EditorError(`The VS Code server ended before it was ready.\n${output()}`));
    child.once("close", fail);
    child.once("error", (cause) => reject(new EditorError("The VS Code server could not be started.", { cause })));
    child.stdout?.on("data", () => {
      if (output().includes(ready)) resolve();
    });
  });
  return output;
}

function spawnServer(serverArguments: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const main = join(vscodeFolder, "out", "server-main.js");
  return spawn(nodeFile, [main, ...serverArguments], { env, stdio: ["ignore", "pipe", "pipe"] });
}

function folderArguments({ userDataDir, extensionsDir }: Pick<EditorOptions, "userDataDir" | "extensionsDir">) {
  return ["--server-data-dir", userDataDir, "--extensions-dir", extensionsDir];
}

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (data) => {
      text += String(data);
    });
  }
  return () => text;
}

/** What the user has set since the last start stays. */
function writeSettings(userDataDir: string, extra: Readonly<Record<string, unknown>>): void {
  const folder = join(userDataDir, "data", "User");
  const file = join(folder, "settings.json");
  mkdirSync(folder, { recursive: true });
  const kept: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  writeFileSync(file, `${JSON.stringify(Object.assign({}, quietSettings, kept, extra), null, 2)}\n`);
}

function urlOf(port: number, workspace: string | undefined): string {
  const url = new URL(`http://127.0.0.1:${port}/`);
  if (workspace !== undefined) url.searchParams.set("folder", workspace);
  return url.href;
}
