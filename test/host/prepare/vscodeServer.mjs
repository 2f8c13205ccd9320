import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { npm } from "./npm.mjs";
import { codeServerFolder, codeServerVersion, toolsFolder, vscodeFolder } from "./paths.mjs";

const loggerStandIn = fileURLToPath(new URL("../spdlog.cjs", import.meta.url));

/** The VS Code server that the package `code-server` carries. It is complete or not there: it appears by a rename. */
export const vscodeServer = {
  name: `VS Code server (code-server ${codeServerVersion})`,
  isReady: () =>
    ["out/server-main.js", "extensions/node_modules"].every((path) => existsSync(join(vscodeFolder, path))),
  async install() {
    mkdirSync(toolsFolder, { recursive: true });
    const folder = mkdtempSync(join(toolsFolder, `${basename(codeServerFolder)}.partial-`));
    const vscode = join(folder, relative(codeServerFolder, vscodeFolder));
    // Not with the Node of the project, which may be installed at the same time.
    const { env } = process;
    try {
      const server = [
        "install",
        "--prefix",
        folder,
        "--no-save",
        "--ignore-scripts",
        `code-server@${codeServerVersion}`,
      ];
      await npm(server, { cwd: folder, env });
      await npm(["install", "--omit=dev", "--ignore-scripts"], { cwd: vscode, env });
      // TypeScript for the JavaScript editor, which complains of its absence as soon as generated code is read.
      await npm(["install", "--omit=dev", "--ignore-scripts"], { cwd: join(vscode, "extensions"), env });
      copyFileSync(loggerStandIn, join(vscode, "node_modules", "@vscode", "spdlog", "index.js"));
      rmSync(codeServerFolder, { recursive: true, force: true });
      renameSync(folder, codeServerFolder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
