import { appendFileSync, renameSync, statSync } from "node:fs";
import type { ServiceContext } from "../context.ts";

/** Bytes of the log before it begins anew; the one before is kept as `.1`. */
const limit = 2 * 1024 * 1024;

/** Writes lines to a file that never grows for ever. A log that cannot be written stops nobody. */
export function createLogFile(file: string, clock: () => Date): ServiceContext["log"] {
  let size = sizeOf(file);
  return (level, message) => {
    const line = `${clock().toISOString()} ${level} ${message.replaceAll("\n", "\n  ")}\n`;
    try {
      if (size + line.length > limit) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += line.length;
    } catch {
      // A full disk: what is lost is a line.
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
