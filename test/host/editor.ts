import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { editorProcesses } from "./editorProcesses.ts";
import { type Front, openFront } from "./front.ts";
import { nodeFile, vscodeFolder } from "./prepare/paths.mjs";
import { endProcesses } from "./processes.ts";

export interface EditorOptions {
  /** The port; 0 or undefined selects a free one. A page's storage belongs to its port, so a window that is opened again needs the same port. */
  readonly port?: number;
  /** VS Code's data: settings, global storage, logs. Created if it is missing. */
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** The folder that the window opens. */
  readonly workspace?: string;
  /** The language of the editor, such as `de`. Its own texts stay English, because no language pack is there. */
  readonly language?: string;
  readonly extraSettings?: Readonly<Record<string, unknown>>;
  /** Lets a page's payload run test suites. It hides notification toasts, so it is not for windows that a test drives or captures. */
  readonly smokeTestDriver?: boolean;
  /** Enables Workspace Trust; without it every folder is trusted. */
  readonly trust?: boolean;
  /** Added to the extension host's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A folder that is removed after the editor if this process ends before it calls `stop`. */
  readonly temporaryFolder?: string;
}

export interface Editor {
  /** Opens the workspace. */
  readonly url: string;
  readonly port: number;
  /** The output of the server. */
  output(): string;
  /** Ends what closed windows leave to run for a while: their extension hosts, and Fairlead's local service. */
  endWindows(): Promise<void>;
  /** Ends Fairlead's local service. */
  endServices(): Promise<void>;
  /** Ends the server and all processes that it started, also Fairlead's local service; resolves when all have ended. */
  stop(): Promise<void>;
}

/** The VS Code server did not start or failed; the message ends with its output. */
export class EditorError extends Error {
  override readonly name = "EditorError";
}

/** Omits the extensions of VS Code that start with any window or read any code, and that no test uses. */
export const withoutUnusedExtensions = {
  VSCODE_SKIP_BUILTIN_EXTENSIONS: [
    ...["vscode.typescript-language-features", "vscode.emmet", "vscode.git", "vscode.git-base", "vscode.github"],
    ...["GitHub.copilot-chat", "ms-vscode.js-debug", "vscode.debug-auto-launch", "vscode.npm"],
  ].join(),
} as const;

/** Settings for a first view without prompts, network requests and overlays. */
const quietSettings = {
  "chat.commandCenter.enabled": false,
  // The window is drawn again for each blink.
  "editor.cursorBlinking": "solid",
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

const isOfWindow = /--type=extensionHost|service\.mjs/;

const ready = "Extension host agent listening on";

/** Starts a real VS Code (server, extension host; the window is any browser's) on 127.0.0.1. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  mkdirSync(options.userDataDir, { recursive: true });
  writeSettings(options.userDataDir, options.extraSettings ?? {});
  if (options.language !== undefined) writeLanguagePack(options.userDataDir, options.language);
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
  guard([
    socketFolder,
    options.userDataDir,
    socketFolder,
    ...(options.temporaryFolder ? [options.temporaryFolder] : []),
  ]);
  const end = (expected: RegExp) =>
    endProcesses(() =>
      editorProcesses(socketFolder, options.userDataDir).filter(({ command }) => expected.test(command)),
    );
  try {
    const output = await startServer(socket, socketFolder, options);
    return {
      ...{ url: createWindowUrl(front.port, options.workspace), port: front.port, output, stop },
      endWindows: () => end(isOfWindow),
      endServices: () => end(/service\.mjs/),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends the editor also if this process is killed. */
function guard(guardArguments: readonly string[]): void {
  const child = spawn(nodeFile, [join(import.meta.dirname, "guard.ts"), ...guardArguments], {
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
    // A closed window ends immediately; by default its extension host stays for three hours.
    ...["--reconnection-grace-time", "5"],
    ...folderArguments(options),
    ...(options.language === undefined ? [] : ["--locale", options.language]),
    ...(options.smokeTestDriver ? ["--enable-smoke-test-driver"] : []),
    ...(options.trust ? [] : ["--disable-workspace-trust"]),
  ];
  // All processes of the server inherit the mark, so that they can be found and ended even if their parent has changed.
  // With the second variable VS Code keeps our `PATH` in place of the one of a login shell.
  const environment = { FAIRLEAD_TEST_HOST: mark, VSCODE_CLI: "1" };
  const child = spawnServer(serverArguments, { ...process.env, ...options.environment, ...environment });
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

/** Where VS Code has the settings of its user, and extensions their data. */
export function userFolder(userDataDir: string): string {
  return join(userDataDir, "data", "User");
}

/** Preserves the user's settings of earlier starts. */
export function writeSettings(userDataDir: string, extra: Readonly<Record<string, unknown>>): void {
  const file = join(userFolder(userDataDir), "settings.json");
  mkdirSync(dirname(file), { recursive: true });
  const existing: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  writeFileSync(file, `${JSON.stringify(Object.assign({}, quietSettings, existing, extra), null, 2)}\n`);
}

/** VS Code runs in a language only if it has a language pack; this one translates nothing. */
function writeLanguagePack(userDataDir: string, language: string): void {
  const folder = join(userDataDir, "data");
  const messages = join(folder, "main.i18n.json");
  writeFileSync(messages, JSON.stringify({ contents: {} }));
  const extensions = [{ extensionIdentifier: { id: "test.language" }, version: "1.0.0" }];
  const pack = { hash: "empty", label: language, extensions, translations: { vscode: messages } };
  writeFileSync(join(folder, "languagepacks.json"), JSON.stringify({ [language]: pack }));
}

/** The URL of a window that opens this folder. */
export function createWindowUrl(port: number, workspace: string | undefined): string {
  const url = new URL(`http://127.0.0.1:${port}/`);
  if (workspace !== undefined) url.searchParams.set("folder", workspace);
  return url.href;
}
