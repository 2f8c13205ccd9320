import type { Frame, Page } from "playwright-core";
import { chooseFromSubmenu } from "./contextMenu.ts";
import { retryAction } from "./retryAction.ts";
import { normalizeSpaces, type PageElement, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** Editors, output channels, the Problems view and the status bar. */
export interface Documents {
  /** Opens a file of the workspace by Quick Open; `folder` distinguishes files of the same name. */
  open(name: string, folder?: string): Promise<void>;
  /** Selects an item of Fairlead's submenu in a file's context menu in the Explorer. */
  explorerMenu(name: string, item: string): Promise<void>;
  /** The file names of the open tabs. */
  tabs(): Promise<string[]>;
  /** The labels of all open tabs, including diffs and previews, once one matches. */
  titles(expected: RegExp): Promise<string[]>;
  activeTab(): Promise<string>;
  /** The visible lines of the active editor: the first screen of a long document. */
  text(): Promise<string>;
  waitForText(expected: RegExp): Promise<string>;
  /** The text of a Markdown preview, once it matches. */
  preview(expected: RegExp): Promise<string>;
  /** Replaces the whole text of the active editor. */
  replaceText(text: string): Promise<void>;
  save(): Promise<void>;
  closeAll(): Promise<void>;
  /** Closes the panel that `output` and `problems` open. */
  closePanel(): Promise<void>;
  /** Opens an output channel and waits until its text matches. */
  output(channel: string, expected: RegExp): Promise<string>;
  /** Waits until the text of the open output channel matches. */
  openOutput(expected: RegExp): Promise<string>;
  /** The messages of the Problems view, once one matches. */
  problems(expected: RegExp): Promise<string[]>;
  /** Waits for a status bar item whose text matches, and returns the text. */
  statusBar(expected: RegExp): Promise<string>;
}

export function createDocuments(page: Page, runCommand: (title: string) => Promise<void>): Documents {
  const editor = page.locator(".editor-group-container.active .editor-instance .monaco-editor").first();
  const panelPart = page.locator(".part.panel");
  const panel = panelPart.locator(".monaco-editor").first();
  const linesOf = async (owner: typeof editor) =>
    (await owner.locator(".view-lines .view-line").evaluateAll(readLines)).map(normalizeSpaces).join("\n");
  const openOutput = (expected: RegExp) =>
    waitUntil(
      `${expected} in the output`,
      () => linesOf(panel),
      (texts) => expected.test(texts),
    );
  const statusItems = page.locator(".statusbar-item");
  const statusTexts = () => readTexts(statusItems);
  const tabs = page.locator(".tabs-container .tab");
  return {
    open: async (name, folder = "") => {
      const input = page.locator(".quick-input-widget:visible .quick-input-box input");
      // Installed skills are in hidden folders under the same names.
      const inSight = { has: page.locator(".label-description", { hasText: /^\s*[^.\s]/ }) };
      const readNames = page.locator(".quick-input-list .monaco-list-row").filter({ hasText: name });
      const rows = folder === "" ? readNames : readNames.filter(inSight).filter({ hasText: folder });
      // The previous action may take the focus, which closes Quick Open.
      await retryAction(page, async () => {
        await page.keyboard.press("Control+p");
        await input.fill(`${folder} ${name}`.trim(), { timeout: 5_000 });
        await rows.first().click({ timeout: 3_000 });
      });
      await tabs.filter({ hasText: name }).first().waitFor();
    },
    explorerMenu: async (name, item) => {
      await runCommand("View: Show Explorer");
      const files = page.locator(".explorer-folders-view .monaco-list-row");
      await chooseFromSubmenu(page, files.filter({ hasText: name }).first(), "Fairlead", item);
    },
    tabs: () => tabs.evaluateAll(readNames),
    titles: (expected) =>
      waitUntil(
        `A tab called ${expected}`,
        () => tabs.evaluateAll(readLabels),
        (texts) => texts.some((title) => expected.test(title)),
      ),
    activeTab: async () => {
      const active = page.locator(".editor-group-container.active .tab.active");
      await active.waitFor();
      return (await active.evaluateAll(readNames))[0] ?? "";
    },
    text: () => linesOf(editor),
    waitForText: (expected) =>
      waitUntil(
        `${expected} in the editor`,
        () => linesOf(editor),
        (texts) => expected.test(texts),
      ),
    preview: (expected) =>
      waitUntil(
        `${expected} in a preview`,
        async () => (await Promise.all(page.frames().map(previewText))).join(""),
        (texts) => expected.test(texts),
      ),
    replaceText: async (text) => {
      await editor.locator(".view-lines").click();
      await page.keyboard.press("Control+a");
      // The editor closes brackets and indents typed text.
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await page.keyboard.press("Control+v");
    },
    save: async () => {
      await page.keyboard.press("Control+s");
      await page.locator(".tab.active.dirty").waitFor({ state: "detached" });
    },
    closeAll: () => runCommand("View: Close All Editors"),
    // VS Code lists "Hide Panel" only while it shows one: a click on its own button can be repeated.
    closePanel: () =>
      retryAction(page, async () => {
        if (await panelPart.isVisible())
          await panelPart.getByRole("button", { name: /^Hide Panel/ }).click({ timeout: 5_000 });
        await panelPart.waitFor({ state: "hidden", timeout: 5_000 });
      }),
    output: async (channel, expected) => {
      await runCommand("Output: Show Output Channels...");
      await page.locator(".quick-input-widget:visible .quick-input-box input").fill(channel);
      await page.locator(".quick-input-list .monaco-list-row").filter({ hasText: channel }).first().click();
      return openOutput(expected);
    },
    openOutput,
    problems: async (expected) => {
      await runCommand("Problems: Focus on Problems View");
      const markers = page.locator(
        ".markers-panel .monaco-list-row .marker-message-line, .markers-panel .monaco-tl-contents",
      );
      return waitUntil(
        `${expected} among the problems`,
        () => readTexts(markers),
        (texts) => texts.some((text) => expected.test(text)),
      );
    },
    statusBar: async (expected) => {
      const texts = await waitUntil(`${expected} in the status bar`, statusTexts, (texts) =>
        texts.some((text) => expected.test(text)),
      );
      return texts.find((text) => expected.test(text)) ?? "";
    },
  };
}

/** A preview is a frame in a frame, and loads after its tab. */
async function previewText(frame: Frame): Promise<string> {
  const body = frame.locator("body.vscode-body");
  try {
    const isDrawn = (await (await frame.frameElement()).getAttribute("id")) === "active-frame";
    return isDrawn && (await body.count()) === 1 ? ((await body.textContent({ timeout: 1_000 })) ?? "") : "";
  } catch {
    // VS Code is replacing the frame.
    return "";
  }
}

/** Runs in the page. Sorts lines by their position, because the DOM has them in any order. */
function readLines(lines: PageElement[]): string[] {
  const top = (line: PageElement) => line.getBoundingClientRect().top;
  return [...lines].sort((element, other) => top(element) - top(other)).map((line) => line.textContent ?? "");
}

/** Runs in the page. */
function readLabels(tabs: PageElement[]): string[] {
  return tabs.map((tab) => tab.getAttribute("aria-label") ?? "");
}

/** Runs in the page. Reads the attribute, because the label of a tab may omit the end of the name. */
function readNames(tabs: PageElement[]): string[] {
  return tabs.map((tab) => tab.getAttribute("data-resource-name") ?? "");
}
