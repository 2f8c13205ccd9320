import { existsSync, mkdirSync, watch } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEmitter } from "../../base/emitter.ts";
import type { Logger } from "../../base/ports.ts";
import type { SecretTombstones } from "../../connection/model/crossWindowSecrets.ts";

/** Stores an empty file for each name in a folder that all windows of this machine watch. */
export function createSecretTombstones(folder: string, log: Pick<Logger, "warning">): SecretTombstones {
  const added = createEmitter<string>();
  const pathOf = (name: string) => join(folder, encodeURIComponent(name));
  const watcher = watchFolder(folder, log, (file) => {
    if (existsSync(join(folder, file))) added.emit(decodeURIComponent(file));
  });
  return {
    all: async () => (await readdir(folder)).map(decodeURIComponent),
    add: async (name) => {
      try {
        await writeFile(pathOf(name), "", { mode: 0o600 });
      } catch (error) {
        log.warning(`Other windows may not notice that you signed out: ${folder} cannot be written. ${error}`);
      }
    },
    remove: async (name) => {
      try {
        await rm(pathOf(name), { force: true });
      } catch (error) {
        // The name of a login has the URL of its server, and no file has so long a name.
        if (!(error instanceof Error && "code" in error && error.code === "ENAMETOOLONG")) throw error;
      }
    },
    onDidAdd: added.on,
    dispose: () => watcher?.close(),
  };
}

function watchFolder(folder: string, log: Pick<Logger, "warning">, onFile: (file: string) => void) {
  const warn = (error: unknown) => {
    log.warning(`This window may not notice that you sign out in another one: ${folder} cannot be watched. ${error}`);
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, file) => file !== null && onFile(file));
    return watcher.on("error", warn);
  } catch (error) {
    warn(error);
    return undefined;
  }
}
