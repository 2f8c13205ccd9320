import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { say } from "./say.mjs";

/** Runs `work` under a lock of this clone. Ignores a lock whose process has ended. */
export async function withLock(file, work) {
  await acquire(file);
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.removeListener("exit", release);
    release();
  }
}

async function acquire(file) {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    let wasReported = false;
    while (!taken(own, file)) {
      const holder = holderOf(file);
      if (holder !== undefined && !isAlive(holder)) {
        dropStale(file);
        continue;
      }
      if (!wasReported) say("another process is installing or building, waiting for it ...");
      wasReported = true;
      await wait(200);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Creating a link is atomic, so a lock always has its process id. */
function taken(own, file) {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Restores a lock that another waiter has acquired in the meantime. */
function dropStale(file) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  const holder = holderOf(aside);
  if (holder !== undefined && isAlive(holder)) taken(aside, file);
  rmSync(aside, { force: true });
}
