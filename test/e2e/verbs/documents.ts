import type { Frame, Page } from "playwright-core";
import { chooseFromMenu } from "./contextMenu.ts";
import { retryAction } from "./retryAction.ts";
import { normalizeSpaces, type PageElement, readTexts } from "./text.ts";
import { waitUntil } from "./waitUntil.ts";

/** What is open: editors, output channels, problems, the status bar. */
export interface Documents {
  /** Opens a file of the workspace by Quick Open; `folder` tells files of one name apart. */
  open(name: string, folder?: string): Promise<void>;
  /** Right-clicks a file in the Explorer and chooses from its menu. */
  explorerMenu(name: string, item: string): Promise<void>;
  /** Names of the files in the open tabs. */
  tabs(): Promise<string[]>;
  /** What the open tabs are called, once one matches: differences and previews too. */
  titles(expected: RegExp): Promise<string[]>;
  activeTab(): Promise<string>;
  /** The lines of the active editor that are drawn: the first screen of a long document. */
  text(): Promise<string>;
  waitForText(expected: RegExp): Promise<string>;
  /** What a Markdown preview shows, once it matches. */
  preview(expected: RegExp): Promise<string>;
  /** Replaces the whole text of the active editor. */
  replaceText(text: string): Promise<void>;
  save(): Promise<void>;
  closeAll(): Promise<void>;
  /** Closes what `output` and `problems` opened. */
  closePanel(): Promise<void>;
  /** Opens an output channel and waits until its text matches. */
  output(channel: string, expected: RegExp): Promise<string>;
  /** Waits until the text of the output channel that is open matches. */
  openOutput(expected: RegExp): Promise<string>;
  /** The messages of the Problems view, once one matches. */
  problems(expected: RegExp): Promise<string[]>;
  /** Waits for a status bar item whose text matches, and answers it. */
  statusBar(expected: RegExp): Promise<string>;
  clickStatusBar(expected: RegExp): Promise<void>;
}

export function documents(page: Page, runCommand: (title: string) => Promise<void>): Documents {
  const editor = page.locator(".editor-group-container.active .editor-instance .monaco-editor").first();
  const panel = page.locator(".part.panel .monaco-editor").first();
  const linesOf = async (owner: typeof editor) =>
    (await owner.locator(".view-lines .view-line").evaluateAll(drawn)).map(normalizeSpaces).join("\n");
  const openOutput = (expected: RegExp) =>
    waitUntil(
      `${expected} in the output`,
      () => linesOf(panel),
      (seen) => expected.test(seen),
    );
  const statusItems = page.locator(".statusbar-item");
  const statusTexts = () => readTexts(statusItems);
  const tabs = page.locator(".tabs-container .tab");
  return {
    open: async (name, folder = "") => {
      const input = page.locator(".quick-input-widget:visible .quick-input-box input");
      // What is installed for agents stands in hidden folders under the same names.
      const inSight = { has: page.locator(".label-description", { hasText: /^\s*[^.\s]/ }) };
      const named = page.locator(".quick-input-list .monaco-list-row").filter({ hasText: name });
      const rows = folder === "" ? named : named.filter(inSight).filter({ hasText: folder });
      // What was done last may take the focus just now, and Quick Open closes again.
      await retryAction(page, async () => {
        await page.keyboard.press("Control+p");
        await input.fill(`${folder} ${name}`.trim(), { timeout: 5_000 });
        await rows.first().click({ timeout: 5_000 });
      });
      await tabs.filter({ hasText: name }).first().waitFor();
    },
    explorerMenu: async (name, item) => {
      await runCommand("View: Show Explorer");
      const files = page.locator(".explorer-folders-view .monaco-list-row");
      await chooseFromMenu(page, files.filter({ hasText: name }).first(), item);
    },
    tabs: () => tabs.evaluateAll(named),
    titles: (expected) =>
      waitUntil(
        `A tab called ${expected}`,
        () => tabs.evaluateAll(labelled),
        (seen) => seen.some((title) => expected.test(title)),
      ),
    activeTab: async () => {
      const active = page.locator(".editor-group-container.active .tab.active");
      await active.waitFor();
      return (await active.evaluateAll(named))[0] ?? "";
    },
    text: () => linesOf(editor),
    waitForText: (expected) =>
      waitUntil(
        `${expected} in the editor`,
        () => linesOf(editor),
        (seen) => expected.test(seen),
      ),
    preview: (expected) =>
      waitUntil(
        `${expected} in a preview`,
        async () => (await Promise.all(page.frames().map(previewText))).join(""),
        (seen) => expected.test(seen),
      ),
    replaceText: async (text) => {
      await editor.locator(".view-lines").click();
      await page.keyboard.press("Control+a");
      // What is typed, the editor closes and indents by itself.
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await page.keyboard.press("Control+v");
    },
    save: async () => {
      await page.keyboard.press("Control+s");
      await page.locator(".tab.active.dirty").waitFor({ state: "detached" });
    },
    closeAll: () => runCommand("View: Close All Editors"),
    closePanel: () => runCommand("View: Hide Panel"),
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
        (seen) => seen.some((text) => expected.test(text)),
      );
    },
    statusBar: async (expected) => {
      const seen = await waitUntil(`${expected} in the status bar`, statusTexts, (texts) =>
        texts.some((text) => expected.test(text)),
      );
      return seen.find((text) => expected.test(text)) ?? "";
    },
    clickStatusBar: (expected) => statusItems.filter({ hasText: expected }).first().click(),
  };
}

/** A preview is a frame in a frame, drawn after its tab. */
async function previewText(frame: Frame): Promise<string> {
  const body = frame.locator("body.vscode-body");
  try {
    const isDrawn = (await (await frame.frameElement()).getAttribute("id")) === "active-frame";
    return isDrawn && (await body.count()) === 1 ? ((await body.textContent({ timeout: 1_000 })) ?? "") : "";
  } catch {
    // It is just being replaced.
    return "";
  }
}

/** Runs in the page: lines stand in the DOM in any order, so they are read by where they are drawn. */
function drawn(lines: PageElement[]): string[] {
  const top = (line: PageElement) => line.getBoundingClientRect().top;
  return [...lines].sort((one, other) => top(one) - top(other)).map((line) => line.textContent ?? "");
}

/** Runs in the page. */
function labelled(tabs: PageElement[]): string[] {
  return tabs.map((tab) => tab.getAttribute("aria-label") ?? "");
}

/** Runs in the page: a tab's label may leave the end of the name out, its attribute does not. */
function named(tabs: PageElement[]): string[] {
  return tabs.map((tab) => tab.getAttribute("data-resource-name") ?? "");
}
