// Races between the check of a path and its use: the permission model resolves a path at the call, the kernel when it opens it.
import { pbkdf2 } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the server or skill. It has folders within folders: `deep/deep/...`. */
export const ownFolder = dirname(fileURLToPath(import.meta.url));

const levels = 40;

/** Leads from a folder to any absolute path. In a folder that is deep enough it looks as if it stayed inside. */
export const leadOut = (path) => "../".repeat(levels) + path.slice(1);

/** A chain of folders of at least as many levels as `leadOut` leaves. Scripts make theirs where they may write. */
function deepFolder(kind) {
  const deep = join(kind === "script" ? tmpdir() : ownFolder, "deep/".repeat(levels));
  if (kind === "script") fs.mkdirSync(deep, { recursive: true });
  return deep;
}

const busyThread = (iterations) =>
  new Promise((resolve) => {
    pbkdf2("a", "b", iterations, 32, "sha1", resolve);
  });

/** Fills the four threads that open files, so that what is called next waits. */
const fillThreads = (round) => Promise.all([1, 2, 3, 4].map(() => busyThread(300 + 300 * (round % 8))));

/** Repeats a race until it was won. `isWon` decides by the result; a thrown error is a lost round. */
async function repeat({ rounds }, race, isWon) {
  for (let round = 0; round < rounds; round += 1) {
    const result = await race(round).catch(() => undefined);
    if (isWon(result)) return result;
  }
  return undefined;
}

/** Calls in a deep folder what the threads do later, in a folder above. */
export function raceByChdir(targets, path, use, isWon = (result) => result !== undefined) {
  const deep = deepFolder(targets.kind);
  const above = targets.kind === "script" ? tmpdir() : ownFolder;
  const race = async (round) => {
    process.chdir(deep);
    const filled = fillThreads(round);
    const used = use(leadOut(path)).catch(() => undefined);
    process.chdir(above);
    await filled;
    return used;
  };
  return repeat(targets, race, isWon).finally(() => process.chdir(above));
}

/** Moves the working directory itself up, between the call and what the threads do. */
export function raceByMovedFolder(targets, path, use, isWon = (result) => result !== undefined) {
  const root = tmpdir();
  const race = async (round) => {
    const deep = deepFolder("script");
    process.chdir(deep);
    const filled = fillThreads(round);
    const used = use(leadOut(path)).catch(() => undefined);
    fs.renameSync(deep, join(root, `up${round}`));
    await filled;
    const result = await used;
    process.chdir(root);
    fs.rmSync(join(root, `up${round}`), { recursive: true });
    return result;
  };
  return repeat(targets, race, isWon).finally(() => process.chdir(root));
}

/** Moves a folder up while the kernel walks through it: `d0/x/../x/../../..` then leads out. */
export function raceByWalk(targets, path, use, isWon = (result) => result !== undefined) {
  const root = tmpdir();
  const parent = join(root, "walk/".repeat(levels));
  const [low, high] = [join(parent, "d0"), join(root, "d0")];
  fs.mkdirSync(join(low, "x"), { recursive: true });
  const start = relative(process.cwd(), low);
  const long = `${start}/${"x/../".repeat(500)}${"../".repeat(levels)}${path.slice(1)}`;
  const race = async () => {
    const first = use(long).catch(() => undefined);
    const moved = fs.promises.rename(low, high);
    const second = use(long).catch(() => undefined);
    await moved;
    const results = await Promise.all([first, second]);
    await fs.promises.rename(high, low);
    return results.find(isWon);
  };
  return repeat(targets, race, isWon);
}
