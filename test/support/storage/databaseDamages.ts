import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";

/** Damages of a database file. */
export const databaseDamages = {
  "bytes are overwritten in the middle": (file: string) => {
    const { size } = statSync(file);
    overwrite(file, Math.floor(size / 3), Math.floor(size / 3));
  },
  "the end is cut off": (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  "the header is gone": (file: string) => overwrite(file, 0, 100),
  "nothing is left of it": (file: string) => truncateSync(file, 0),
} as const satisfies Record<string, (file: string) => void>;

function overwrite(file: string, at: number, length: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(length, 0x5a), 0, length, at);
  closeSync(handle);
}
