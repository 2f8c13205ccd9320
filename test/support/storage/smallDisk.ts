import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly folder: string;
  grow(megabytes: number): void;
  remove(): void;
}

/** Mounts a disk of a few megabytes; undefined if this user must not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "fairlead-small-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  const remove = () => {
    if (status === 0) spawnSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  const grow = (to: number) => void spawnSync("mount", ["-o", `remount,size=${to}m`, folder]);
  if (status === 0) return { folder, grow, remove };
  remove();
  return undefined;
}
