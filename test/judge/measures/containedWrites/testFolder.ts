import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder to write into, with links that lead out of it, and the files outside. */
export interface TestFolder {
  readonly root: string;
  /** Everything outside the root as one text. */
  outside(): string;
  /** Everything in the root by path. Links and folders are marked. */
  inside(): ReadonlyMap<string, string>;
  /** Restores the root. */
  reset(): void;
  remove(): void;
}

export function createTestFolder(): TestFolder {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-contained-")));
  const root = join(base, "some", "where", "root");
  const away = join(base, "outside");
  mkdirSync(away);
  writeFileSync(join(away, "kept.txt"), "kept");
  const reset = () => {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(join(root, "adir"), { recursive: true });
    writeFileSync(join(root, "afile"), "as it was");
    symlinkSync(away, join(root, "link"));
    symlinkSync(join(away, "nothing"), join(root, "dangling"));
  };
  reset();
  return {
    root,
    outside: () => [...listed(base, (path) => path === root)].join("\n"),
    inside: () => new Map(listed(root, () => false)),
    reset,
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

function listed(folder: string, isLeftOut: (path: string) => boolean, below = ""): [string, string][] {
  return readdirSync(folder).flatMap((name): [string, string][] => {
    const path = join(folder, name);
    if (isLeftOut(path)) return [];
    const own = below === "" ? name : `${below}/${name}`;
    const stat = lstatSync(path);
    if (stat.isDirectory()) return [[own, "<folder>"], ...listed(path, isLeftOut, own)];
    return [[own, stat.isFile() ? readFileSync(path, "utf8") : "<link>"]];
  });
}
