import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { launchBrowser, windowSize } from "../host/browser.ts";
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
import { serviceFilePath } from "./observed/localService.ts";
import { removeConnections } from "./steps/removeConnections.ts";
import { narrowSideBar } from "./verbs/narrowSideBar.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import { waitUntil } from "./verbs/waitUntil.ts";
import { createWindowContext, type OpenWindow, openWindow } from "./window.ts";

/** A VS Code that the files of a worker use in turn, as new: with a workspace, a home and all data of the user of its own. */
export interface SharedEditor extends Pick<CleanEditor, "workspace" | "userDataDir" | "open" | "close"> {
  /** The home of the user, where agents have their configuration. */
  readonly home: string;
  /** In place of `close`: leaves the only window to the next file that takes a used one, without connections, documents and files. */
  leave(window: OpenWindow): Promise<void>;
}

export interface SharedEditorOptions extends Pick<CleanEditorOptions, "settings"> {
  /** Opens the window that another file has left, if there is one, because a new window takes longer than most tests. */
  readonly isUsed?: boolean;
}

interface WorkerEditor {
  readonly folder: string;
  readonly home: string;
  readonly userDataDir: string;
  readonly editor: Editor;
  readonly context: BrowserContext;
  /** What a file has left. */
  used?: { readonly workspace: string; readonly window: OpenWindow } | undefined;
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

export async function startSharedEditor({ settings, isUsed = false }: SharedEditorOptions = {}): Promise<SharedEditor> {
  worker ??= startWorkerEditor();
  const shared = await worker;
  const { folder, home, userDataDir, editor, context, used } = shared;
  shared.used = undefined;
  if (used && !isUsed) await closeWindows(shared, used.workspace);
  const taken = isUsed ? used : undefined;
  const workspace = taken?.workspace ?? mkdtempSync(join(folder, "workspace-"));
  if (!taken) {
    for (const old of [userFolder(userDataDir), home]) rmSync(old, { recursive: true, force: true });
    writeSettings(userDataDir, { ...windowSettings, ...defaultThemeSettings, ...settings });
    mkdirSync(home);
  }
  return {
    ...{ workspace, userDataDir, home },
    open: async () => taken?.window ?? openWindow(context, createWindowUrl(editor.port, workspace)),
    close: () => closeWindows(shared, workspace),
    leave: async (window) => {
      try {
        await clearWindow(window);
        await endWindowProcesses(shared, editor.endServices);
        for (const old of [dirname(serviceFilePath(userDataDir)), ...filesIn(workspace), ...filesIn(home)])
          rmSync(old, { recursive: true, force: true });
        shared.used = { workspace, window };
      } catch (error) {
        // A failed test may have left a dialog open.
        await closeWindows(shared, workspace);
        throw error;
      }
    },
  };
}

async function clearWindow(window: OpenWindow): Promise<void> {
  await window.page.setViewportSize(windowSize);
  // As in a new window.
  await narrowSideBar(window.page, 300);
  await window.documents.closeAll();
  await window.documents.closePanel();
  await window.messages.dismissAll();
  await removeConnections(window);
}

const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

async function endWindowProcesses({ folder }: WorkerEditor, end: () => Promise<void>): Promise<void> {
  await end();
  await waitUntil(
    "The end of all that the windows started",
    async () => processesOfWindows(folder),
    (processes) => processes.length === 0,
  );
}

/** Closes all pages and deletes their storage. The cache of the browser stays. */
async function closeWindows(shared: WorkerEditor, workspace: string): Promise<void> {
  const { context, editor } = shared;
  const blank = await context.newPage();
  for (const page of context.pages()) if (page !== blank) await page.close();
  const session = await context.newCDPSession(blank);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(editor.url).origin, storageTypes: "all" });
  await blank.close();
  await endWindowProcesses(shared, editor.endWindows);
  rmSync(workspace, { recursive: true, force: true });
}

/** Without the processes of VS Code itself. */
function processesOfWindows(folder: string): string[] {
  return processesNaming(folder)
    .filter(({ command }) => !command.includes(vscodeFolder) && !command.includes("guard.ts"))
    .map(({ pid, command }) => `${pid} ${command}`);
}
