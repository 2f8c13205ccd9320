import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { root } from "./paths.mjs";

/**
 * The locked dependencies. npm writes `node_modules/.package-lock.json` when an installation is complete, so it shows what is
 * there, half an installation apart. No dependency needs its install script, but `node`, which is the next step.
 * Not `npm ci`: that refuses where a registry lacks some other platform's optional package. This keeps to the lock file as well,
 * never writes it, and leaves in place what is right.
 */
export const dependencies = {
  name: "dependencies",
  isReady() {
    const wanted = packagesOf(join(root, "package-lock.json"));
    const installed = packagesOf(join(root, "node_modules", ".package-lock.json"));
    if (installed === undefined) return false;
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === "" || optional === true || installed[path]?.version === version,
    );
  },
  install: () => npm(["install", "--no-save", "--ignore-scripts"], { cwd: root, env: process.env }),
};

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
