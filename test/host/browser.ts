import { existsSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import * as z from "zod";
import { chromiumFolder } from "./prepare/paths.mjs";

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Starts the headless Chromium that `prepare.mjs` unpacked; `more` are command line switches. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const env = { ...process.env, ...readBrowserEnvironment() };
  const executablePath = join(chromiumFolder(), "chromium");
  return chromium.launch({ executablePath, args: [...quiet, ...more], ignoreDefaultArgs: omittedSwitches(), env });
}

const sharedMemory = "/dev/shm";
/** Several windows use less. */
const enoughBytes = 2 ** 30;

/** Playwright has Chromium write all that its processes share to the disk, because a container may have little shared memory. */
function omittedSwitches(): string[] {
  if (!existsSync(sharedMemory)) return [];
  const { bavail, bsize } = statfsSync(sharedMemory);
  return bavail * bsize < enoughBytes ? [] : ["--disable-dev-shm-usage"];
}

/** The variables that the Chromium needs. */
export function readBrowserEnvironment(): Readonly<Record<string, string>> {
  const file = join(chromiumFolder(), "environment.json");
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
}

/**
 * Runs in each frame. Without a graphics processor, each frame of an animation takes the processor from the test, and VS Code turns
 * its icons of progress also for users who want no motion.
 */
const endAnimations = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
  document.adoptedStyleSheets.push(sheet);`;

export const windowSize = { width: 1280, height: 800 } as const;

/** A context whose pages show no motion. */
export async function openStillContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    // On a machine without a locale, Chromium reports one that no page can use.
    locale: "en-US",
    viewport: windowSize,
    deviceScaleFactor: 1,
    reducedMotion: "reduce",
  });
  await context.addInitScript(endAnimations);
  return context;
}
