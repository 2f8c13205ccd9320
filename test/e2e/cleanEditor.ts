import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "../host/browser.ts";
import { type EditorOptions, installExtension, startEditor } from "../host/editor.ts";
import { root } from "../host/prepare/paths.mjs";
import { processesNaming } from "../host/processes.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import { createWindowContext, type OpenWindow, openWindow } from "./window.ts";

/** A new VS Code with the packaged extension and its own workspace. */
export interface CleanEditor {
  /** The folder that windows open; the test may read and write it. */
  readonly workspace: string;
  readonly userDataDir: string;
  /** Installs an extension, or another version of one, while windows are open. */
  install(vsix: string): Promise<void>;
  /** Opens a window in its own browser context, without the browser storage and secrets of other windows. */
  open(): Promise<OpenWindow>;
  /** Ends all processes and removes all files; fails if a process, such as a deployed server, still runs. */
  close(): Promise<void>;
}

export interface CleanEditorOptions {
  /** A folder to copy into the workspace. */
  readonly files?: string;
  readonly settings?: EditorOptions["extraSettings"];
  readonly trust?: boolean;
  readonly environment?: EditorOptions["environment"];
  readonly language?: EditorOptions["language"];
}

/** For all windows of the tests. */
export const windowSettings = {
  // A tree that VS Code draws while a quick pick opens takes the focus, which would close the quick pick.
  "workbench.quickOpen.closeOnFocusLost": false,
  // What the tests paste is indented already.
  "editor.autoIndent": "none",
};

let installed: Promise<string> | undefined;

/** Installs the packaged extension once for all tests of this process, and returns the folder of its extensions. */
export function installOnce(): Promise<string> {
  installed ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "fairlead-installed-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const extensionsDir = join(folder, "extensions");
    await installExtension(join(root, "dist", "fairlead.vsix"), { userDataDir: join(folder, "data"), extensionsDir });
    return extensionsDir;
  })();
  return installed;
}

export async function startCleanEditor(options: CleanEditorOptions = {}): Promise<CleanEditor> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-e2e-"));
  const folders = { userDataDir: join(folder, "data"), extensionsDir: join(folder, "extensions") };
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  if (options.files) cpSync(options.files, workspace, { recursive: true });
  cpSync(await installOnce(), folders.extensionsDir, { recursive: true });
  const editor = await startEditor({
    ...folders,
    workspace,
    trust: options.trust ?? false,
    extraSettings: { ...windowSettings, ...options.settings },
    ...(options.language !== undefined && { language: options.language }),
    ...(options.environment && { environment: options.environment }),
  });
  const browser = await launchBrowser();
  return {
    workspace,
    userDataDir: folders.userDataDir,
    install: (vsix) => installExtension(vsix, folders),
    open: async () => openWindow(await createWindowContext(browser), editor.url),
    close: async () => {
      await browser.close();
      await editor.stop();
      await waitUntil(
        "The end of all that this editor started",
        async () => processesNaming(folder).map(({ pid, command }) => `${pid} ${command}`),
        (processes) => processes.length === 0,
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
