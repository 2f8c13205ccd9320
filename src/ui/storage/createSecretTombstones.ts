import { existsSync, mkdirSync, watch } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SecretTombstones } from "../../core/connection/crossWindowSecrets.ts";
import { createEmitter } from "../../core/foundation/emitter.ts";
import type { Logger } from "../../core/foundation/ports.ts";

/** An empty file for each name, in a folder that all windows of this machine watch. */
export function createSecretTombstones(folder: string, log: Pick<Logger, "warning">): SecretTombstones {
  const added = createEmitter<string>();
  const fileOf = (name: string) => join(folder, encodeURIComponent(name));
  const watcher = watched(folder, log, (file) => {
    if (existsSync(join(folder, file))) added.emit(decodeURIComponent(file));
  });
  return {
    all: async () => (await readdir(folder)).map(decodeURIComponent),
    add: async (name) => {
      try {
        await writeFile(fileOf(name), "", { mode: 0o600 });
      } catch (error) {
        // It is gone here, which is what was asked for.
        log.warning(`Other windows may not hear of signing out: ${folder} cannot be written. ${error}`);
      }
    },
    remove: (name) => rm(fileOf(name), { force: true }),
    onDidAdd: added.on,
    dispose: () => watcher?.close(),
  };
}

function watched(folder: string, log: Pick<Logger, "warning">, changed: (file: string) => void) {
  const blind = (error: unknown) => {
    log.warning(`Signing out in another window may not be seen here: ${folder} cannot be watched. ${error}`);
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, file) => file !== null && changed(file));
    return watcher.on("error", blind);
  } catch (error) {
    blind(error);
    return undefined;
  }
}
