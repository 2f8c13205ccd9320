#!/usr/bin/env node
/**
 * Replaces the `code` executable for @vscode/test-electron: with the same arguments it runs the suite in the VS Code
 * server and a headless browser, and ends with the suite's exit code.
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { launchBrowser, openStillContext } from "./browser.ts";
import { type Editor, startEditor } from "./editor.ts";

/** VS Code gives up a host that is not ready after a minute, as beside much other work. No test has begun then. */
const givenUp = "The remote extension host took longer than 60s to send its ready message.";

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: "string" },
    extensionTestsPath: { type: "string" },
    "user-data-dir": { type: "string" },
    "extensions-dir": { type: "string" },
  },
});

const userDataDir = String(values["user-data-dir"]);
const editor = await startEditor({
  userDataDir,
  extensionsDir: String(values["extensions-dir"]),
  smokeTestDriver: true,
  ...(positionals[0] === undefined ? {} : { workspace: positionals[0] }),
});
try {
  for (let windows = 0; windows < 3; windows += 1) {
    const { code, hadHost } = await runSuite(editor);
    process.exitCode = code;
    if (hadHost) break;
  }
} finally {
  await editor.stop();
  rmSync(userDataDir, { recursive: true, force: true });
}

async function runSuite({ url, port, output }: Editor) {
  const browser = await launchBrowser();
  const page = await (await openStillContext(browser)).newPage();
  const ended = Promise.withResolvers<number>();
  page.once("crash", () => ended.reject(new Error("The browser's page crashed.")));
  const windowLog: string[] = [];
  await page.exposeFunction("codeAutomationLog", (type: string, texts: unknown[]) => {
    windowLog.push(`[${type}] ${texts.map(String).join(" ")}`);
  });
  await page.exposeFunction("codeAutomationExit", (code: number) => ended.resolve(code));
  await page.goto(`${url}&payload=${encodeURIComponent(JSON.stringify(payload(port)))}`);
  try {
    const code = await ended.promise;
    if (code !== 0) process.stdout.write(`${output()}\n${windowLog.join("\n")}\n`);
    return { code, hadHost: !windowLog.some((line) => line.includes(givenUp)) };
  } finally {
    await browser.close();
  }
}

/** The page's address passes this to the window, which uses it only under `--enable-smoke-test-driver`. */
function payload(port: number): [string, string][] {
  const remote = (path: unknown) => `vscode-remote://127.0.0.1:${port}${String(path)}`;
  return [
    ["extensionDevelopmentPath", remote(values.extensionDevelopmentPath)],
    ["extensionTestsPath", remote(values.extensionTestsPath)],
    ["skipWelcome", "true"],
  ];
}
