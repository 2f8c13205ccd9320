import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../.vscode-test/judge");
const manifest = join(import.meta.dirname, "tools/package.json");

/** Installs the judge's own packages (pinned in `tools/package.json`) once, and returns their folder. */
export function installJudgeTools(): string {
  const stamp = join(folder, "installed.json");
  const wanted = readFileSync(manifest, "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  cpSync(manifest, join(folder, "package.json"));
  const npm = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (npm.status !== 0) throw new Error("npm could not install the judge's packages; see its message above");
  writeFileSync(stamp, wanted);
  return folder;
}

/** Loads one of the judge's own packages. */
export function judgeRequire(): NodeJS.Require {
  return createRequire(join(installJudgeTools(), "package.json"));
}
