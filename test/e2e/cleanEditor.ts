import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../host/browser.ts";
import { type Editor, type EditorOptions, installExtension, startEditor } from "../host/editor.ts";
import { root } from "../host/prepare/paths.mjs";
import { processesNaming } from "../host/processes.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import { type OpenWindow, openWindow } from "./window.ts";

/** A VS Code that nobody has used, with the packaged extension installed and a workspace of its own. */
export interface CleanEditor {
  /** The folder that windows open; the test may look into it and write to it. */
  readonly workspace: string;
  readonly userDataDir: string;
  /** Installs one more extension, or another version, while windows are open. */
  install(vsix: string): Promise<void>;
  /** A window of a browser of its own: nothing that another window's page keeps (and no secret) is seen. */
  open(): Promise<OpenWindow>;
  /** Ends VS Code and starts it again on the same port and data, as after a reboot. Windows are closed. */
  restart(): Promise<void>;
  /** Ends everything and removes every file; fails where a process is left, a deployed server too. */
  close(): Promise<void>;
}

export interface CleanEditorOptions {
  /** A folder to copy into the workspace. */
  readonly files?: string;
  readonly settings?: EditorOptions["extraSettings"];
  readonly trust?: boolean;
  readonly environment?: EditorOptions["environment"];
  readonly vsix?: string;
}

const settings = {
  // A tree that VS Code draws anew in the moment a pick opens takes the focus back, and the pick would close now and then.
  "workbench.quickOpen.closeOnFocusLost": false,
};

export async function cleanEditor(options: CleanEditorOptions = {}): Promise<CleanEditor> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-e2e-"));
  const folders = { userDataDir: join(folder, "data"), extensionsDir: join(folder, "extensions") };
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  if (options.files) cpSync(options.files, workspace, { recursive: true });
  await installExtension(options.vsix ?? join(root, "dist", "fairlead.vsix"), folders);
  const start = (port: number) =>
    startEditor({
      ...folders,
      workspace,
      port,
      trust: options.trust ?? false,
      extraSettings: { ...settings, ...options.settings },
      ...(options.environment && { environment: options.environment }),
    });
  let editor: Editor = await start(0);
  let browser: Browser = await launchBrowser();
  const end = async () => {
    await browser.close();
    await editor.stop();
  };
  return {
    workspace,
    userDataDir: folders.userDataDir,
    install: (vsix) => installExtension(vsix, folders),
    open: () => openWindow(browser, editor.url),
    restart: async () => {
      await end();
      editor = await start(editor.port);
      browser = await launchBrowser();
    },
    close: async () => {
      await end();
      await waitUntil(
        "The end of all that this editor started",
        async () => processesNaming(folder).map(({ pid, command }) => `${pid} ${command}`),
        (left) => left.length === 0,
        10_000,
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
