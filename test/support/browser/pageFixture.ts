import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import axe from "axe-core";
import { build } from "esbuild";
import type { ConsoleMessage, Page } from "playwright-core";
import { renderPanelHtml } from "../../../src/extension/base/panel/renderPanelHtml.ts";
import { launchBrowser } from "../../host/browser.ts";
import { root } from "../../host/prepare/paths.mjs";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";
import { type PageTheme, pageThemes } from "./pageThemes.ts";

interface PageOptions {
  readonly subject: unknown;
  readonly theme?: PageTheme;
  readonly width?: number;
  readonly height?: number;
  /** The saved view state of the page. */
  readonly state?: unknown;
  /** The language that the browser names; by default one that `Intl` knows. */
  readonly language?: string;
  /** Runs before the page. */
  readonly script?: string;
}

/** A panel's page in a real browser; the test acts as the editor. */
export interface OpenPage {
  readonly page: Page;
  post(message: unknown): Promise<void>;
  /** All messages that the page has posted. */
  messages(): Promise<readonly unknown[]>;
  /** The state that the page has saved. */
  savedState(): Promise<unknown>;
  theme(theme: PageTheme): Promise<void>;
  /** The findings of axe-core: `rule: element`. */
  findings(): Promise<readonly string[]>;
  /** Errors of the page and violations of its policy. */
  readonly problems: readonly string[];
}

/** The page of this process that all fixtures use, one after another: a new one for each test takes most of the test's time. */
let sharedPage: Promise<Page> | undefined;
/** Removes what the last test has added to the page. */
let clearPage = async () => {};

async function startPage(): Promise<Page> {
  const browser = await launchBrowser();
  const context = await browser.newContext({ locale: "en-US", timezoneId: "UTC" });
  return context.newPage();
}

/**
 * Builds the pages of one kind from the sources, with the content security policy that they have in VS Code. `translation` has the texts of
 * another language by the English ones.
 */
export async function startPageFixture(name: string, translation: Readonly<Record<string, string>> = {}) {
  const files = await bundlePage(name);
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").slice(1);
    const text = path.startsWith("?")
      ? renderDocument(name, decodeURIComponent(path.slice(1)), translation)
      : read(files, path);
    const kind = path.startsWith("?") ? "html" : path.endsWith(".css") ? "css" : "javascript";
    response.setHeader("Content-Type", `text/${kind}; charset=utf-8`).end(text);
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    /** Opens a page in the place of the last one. */
    open: (options: PageOptions) => openPage(`${url}/`, options),
    close: async () => {
      const page = await sharedPage;
      await page?.goto("about:blank");
      await close();
    },
  };
}

async function bundlePage(name: string): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      start: "src/webview/start/startPage.ts",
      page: `src/webview/${name}/page.ts`,
      chart: "uplot/dist/uPlot.min.css",
    },
    outdir: "out",
    bundle: true,
    // The scripts share the translation, as in the extension.
    splitting: true,
    format: "esm",
    target: "chrome138",
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]));
}

function read(files: ReadonlyMap<string, string>, path: string): string {
  return files.get(path) ?? readFileSync(join(root, "media", "styles", path), "utf8");
}

function renderDocument(name: string, subject: string, translation: unknown): string {
  const styles = ["panel.css", `${name}.css`, "chart.css"];
  const parsed: unknown = JSON.parse(subject);
  return renderPanelHtml({
    title: name,
    source: "'self'",
    nonce: "n",
    scripts: ["start.js", "page.js"],
    styles,
    subject: parsed,
    translation,
  });
}

const editorScript = readFileSync(join(import.meta.dirname, "standInEditor.js"), "utf8");

async function openPage(url: string, options: PageOptions): Promise<OpenPage> {
  const { subject, theme = "dark", width = 1000, height = 800, state, language, script = "" } = options;
  sharedPage ??= startPage();
  const page = await sharedPage;
  await clearPage();
  await page.setViewportSize({ width, height });
  await page.mouse.move(0, 0);
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  const problems: string[] = [];
  const onError = (error: Error) => void problems.push(String(error));
  const onMessage = (message: ConsoleMessage) => {
    if (message.type() === "error") problems.push(message.text());
  };
  page.on("pageerror", onError).on("console", onMessage);
  const given = { state: state === undefined ? null : { subject, place: state }, theme: pageThemes[theme] };
  const languageScript = `Object.defineProperty(navigator, "language", { value: ${JSON.stringify(language)}, configurable: true });`;
  const initScript = await page.addInitScript({
    content: `{ const given = ${JSON.stringify(given)};\n${editorScript} }\n${language === undefined ? "" : languageScript}\n${script}`,
  });
  clearPage = async () => {
    page.off("pageerror", onError).off("console", onMessage);
    await initScript.dispose();
  };
  await page.goto(`${url}?${encodeURIComponent(JSON.stringify(subject))}`);
  return {
    page,
    problems,
    post: (message) => page.evaluate(`postMessage(${JSON.stringify(message)}, "*")`),
    messages: () => page.evaluate("fairlead.heard"),
    savedState: () => page.evaluate("fairlead.kept()"),
    theme: async (next) => {
      await page.evaluate(`fairlead.wear(${JSON.stringify(pageThemes[next])})`);
    },
    findings: async () => {
      await page.evaluate(axe.source);
      const violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[] =
        await page.evaluate("axe.run().then((found) => found.violations)");
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
  };
}
