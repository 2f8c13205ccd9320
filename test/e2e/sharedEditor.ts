import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { launchBrowser } from "../host/browser.ts";
import {
  createWindowUrl,
  type Editor,
  startEditor,
  userFolder,
  withoutUnusedExtensions,
  writeSettings,
} from "../host/editor.ts";
import { vscodeFolder } from "../host/prepare/paths.mjs";
import { processesNaming } from "../host/processes.ts";
import { type CleanEditor, type CleanEditorOptions, installOnce, windowSettings } from "./cleanEditor.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import { createWindowContext, openWindow } from "./window.ts";

/** A VS Code that the files of a worker use in turn, as new: with a workspace, a home and all data of the user of its own. */
export interface SharedEditor extends Pick<CleanEditor, "workspace" | "userDataDir" | "open" | "close"> {
  /** The home of the user, where agents have their configuration. */
  readonly home: string;
}

interface WorkerEditor {
  readonly folder: string;
  readonly home: string;
  readonly userDataDir: string;
  readonly editor: Editor;
  readonly context: BrowserContext;
}

/** It ends with the process of the worker. Its start and the cold caches of the browser take longer than most tests. */
let worker: Promise<WorkerEditor> | undefined;

async function startWorkerEditor(): Promise<WorkerEditor> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-e2e-"));
  const [home, userDataDir] = [join(folder, "home"), join(folder, "data")];
  const editor = await startEditor({
    ...{ userDataDir, extensionsDir: await installOnce(), trust: false, temporaryFolder: folder },
    environment: { ...withoutUnusedExtensions, HOME: home, CODEX_HOME: undefined, XDG_CONFIG_HOME: undefined },
  });
  return { folder, home, userDataDir, editor, context: await createWindowContext(await launchBrowser()) };
}

export async function startSharedEditor({
  settings,
}: Pick<CleanEditorOptions, "settings"> = {}): Promise<SharedEditor> {
  worker ??= startWorkerEditor();
  const { folder, home, userDataDir, editor, context } = await worker;
  const workspace = mkdtempSync(join(folder, "workspace-"));
  for (const used of [userFolder(userDataDir), home]) rmSync(used, { recursive: true, force: true });
  writeSettings(userDataDir, { ...windowSettings, ...defaultThemeSettings, ...settings });
  mkdirSync(home);
  return {
    ...{ workspace, userDataDir, home },
    open: () => openWindow(context, createWindowUrl(editor.port, workspace)),
    close: async () => {
      await closeWindows(context, editor.url);
      await editor.endWindows();
      await waitUntil(
        "The end of all that the windows started",
        async () => processesOfWindows(folder),
        (processes) => processes.length === 0,
      );
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

/** Closes all pages and deletes their storage. The cache of the browser stays. */
async function closeWindows(context: BrowserContext, url: string): Promise<void> {
  const blank = await context.newPage();
  for (const page of context.pages()) if (page !== blank) await page.close();
  const session = await context.newCDPSession(blank);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "all" });
  await blank.close();
}

/** Without the processes of VS Code itself. */
function processesOfWindows(folder: string): string[] {
  return processesNaming(folder)
    .filter(({ command }) => !command.includes(vscodeFolder) && !command.includes("guard.ts"))
    .map(({ pid, command }) => `${pid} ${command}`);
}
