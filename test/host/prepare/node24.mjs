import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { binFolder, nodeFile, root, toolsFolder } from "./paths.mjs";
import { PrepareError } from "./say.mjs";

const packageFolder = join(root, "node_modules", "node");

/**
 * Node 24 at `node_modules/.bin/node`. The package `node` fetches it by an install script, which not every npm runs; the binary
 * is in a package of its own for each platform, so it is taken from there.
 */
export const node24 = {
  name: "Node 24",
  isReady() {
    const { stdout } = spawnSync(nodeFile, ["--version"], { encoding: "utf8" });
    return stdout?.trim() === `v${wantedVersion()}`;
  },
  async install() {
    const platformPackage = nameForThisPlatform();
    mkdirSync(toolsFolder, { recursive: true });
    const folder = mkdtempSync(join(toolsFolder, "node-"));
    try {
      const install = [
        "install",
        "--prefix",
        folder,
        "--no-save",
        "--ignore-scripts",
        `${platformPackage}@${wantedVersion()}`,
      ];
      await npm(install, { cwd: folder, env: process.env });
      place(join(folder, "node_modules", platformPackage, "bin", "node"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function place(binary) {
  const target = join(packageFolder, "bin", "node");
  mkdirSync(join(packageFolder, "bin"), { recursive: true });
  copyFileSync(binary, `${target}.new`);
  chmodSync(`${target}.new`, 0o755);
  renameSync(`${target}.new`, target);
  if (existsSync(nodeFile)) return;
  mkdirSync(binFolder, { recursive: true });
  rmSync(nodeFile, { force: true });
  symlinkSync("../node/bin/node", nodeFile);
}

function wantedVersion() {
  return JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")).version;
}

function nameForThisPlatform() {
  if (process.platform === "win32") {
    throw new PrepareError("The tests' VS Code server needs Linux or macOS; on Windows use WSL.");
  }
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${process.platform}-${process.arch}`;
}
