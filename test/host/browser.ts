import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
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
  const folder = chromiumFolder();
  const needed = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(folder, "environment.json"), "utf8")));
  const env = { ...process.env, ...needed };
  return chromium.launch({ executablePath: join(folder, "chromium"), args: [...quiet, ...more], env });
}
