import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { toolsFolder } from "./paths.mjs";
import { say } from "./say.mjs";

const folder = join(toolsFolder, "bubblewrap");
const ownBin = join(folder, "usr", "bin");

/** The `PATH` with our bubblewrap last, so that one of the system is preferred. */
export const addBubblewrap = (path) => (existsSync(ownBin) ? `${path}${delimiter}${ownBin}` : path);

/**
 * Makes bubblewrap available to the tests on Debian and its like, without installing it in the system. Without it the tests of
 * confinement are skipped.
 */
export function prepareBubblewrap() {
  if (process.platform !== "linux" || works("bwrap") || works(join(ownBin, "bwrap"))) return;
  mkdirSync(toolsFolder, { recursive: true });
  const partial = mkdtempSync(join(toolsFolder, "bubblewrap.partial-"));
  try {
    spawnSync("apt-get", ["download", "bubblewrap"], { cwd: partial });
    const [file] = readdirSync(partial).filter((name) => name.endsWith(".deb"));
    if (file !== undefined) spawnSync("dpkg-deb", ["--extract", file, partial], { cwd: partial });
    if (works(join(partial, "usr", "bin", "bwrap"))) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(partial, folder);
      return say("bubblewrap: unpacked");
    }
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  say("bubblewrap is not available on this machine: servers run unconfined, and the tests of confinement are skipped.");
}

const works = (program) =>
  spawnSync(program, ["--unshare-all", "--ro-bind", "/", "/", "true"], { timeout: 10_000 }).status === 0;
