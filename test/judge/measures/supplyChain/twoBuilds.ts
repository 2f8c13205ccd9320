import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { root } from "../../../host/prepare/paths.mjs";
import { runNode } from "../../../host/run.ts";

export interface Built {
  readonly vsix: string;
  readonly sbom: string;
}

/** sha256 of the package and of the bill of materials from two copies that differ in everything that must not matter. */
export async function twoBuilds(bundled: readonly string[]): Promise<readonly [Built, Built]> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-twice-"));
  try {
    const one = join(folder, "one");
    const other = join(folder, "deeper", "another folder", "two");
    copyTree(root, one);
    copyTree(one, other);
    for (const copy of [one, other]) installInto(copy, bundled);
    estrange(other);
    return [
      await buildIn(one, { TZ: "UTC", LC_ALL: "C" }),
      await buildIn(other, { TZ: "Pacific/Auckland", LC_ALL: "et_EE.UTF-8" }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const leftOut = new Set(["node_modules", "dist", ".git", ".vscode-test", ".ci"]);

function copyTree(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, filter: (path) => path === from || !leftOut.has(basename(path)) });
}

/** Copies bundled dependencies as after an installation, and links the tools. */
function installInto(copy: string, bundled: readonly string[]): void {
  const [from, to] = [join(root, "node_modules"), join(copy, "node_modules")];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const inside = name.startsWith("@") ? readdirSync(join(from, name)).map((inner) => `${name}/${inner}`) : [name];
    for (const one of inside) {
      mkdirSync(dirname(join(to, one)), { recursive: true });
      if (bundled.includes(one)) cpSync(join(from, one), join(to, one), { recursive: true, dereference: true });
      else symlinkSync(join(from, one), join(to, one));
    }
  }
}

/** Changes file times, and permissions as another umask would. */
function estrange(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    utimesSync(path, 1_000_000_000, 1_000_000_000);
    if (stat.isDirectory()) estrange(path);
    else chmodSync(path, 0o600);
  }
}

async function buildIn(folder: string, env: NodeJS.ProcessEnv): Promise<Built> {
  // Both copies have the same commit, whose time is the time of packaged files.
  const { code, output } = await runNode(["test/host/package.ts"], {
    cwd: folder,
    env: { SOURCE_DATE_EPOCH: "1700000000", ...env },
  });
  if (code !== 0) throw new Error(`It could not be packaged in ${folder}.\n${output}`);
  const hash = (file: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, "dist", file)))
      .digest("hex");
  return { vsix: hash("fairlead.vsix"), sbom: hash("fairlead.cdx.json") };
}
