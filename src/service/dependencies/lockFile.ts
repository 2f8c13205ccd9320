import * as z from "zod";
import type { RunnerKind } from "../../contract/runners.ts";
import { staysInFolder } from "../../text/filePaths.ts";

/** The packages of a server cannot be installed; the message has the reason and what to do. */
export class DependencyError extends Error {
  override readonly name = "DependencyError";
}

/** A package to install. */
export interface LockedPackage {
  /** Relative to the server's folder: `node_modules/a/node_modules/b`. */
  readonly folder: string;
  readonly url: URL;
  /** Of the package's archive, as in Subresource Integrity: `sha512-...`. */
  readonly integrity: string;
}

/** The machine that a server runs on, in the words of npm. */
export interface Platform {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string | undefined;
}

const reportSchema = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) });

/** The machine that a server runs on: the service's, or the Linux of containers. Their base image has the C library of GNU. */
export function readPlatform(runsOn: RunnerKind): Platform {
  if (runsOn !== "process") return { os: "linux", cpu: process.arch, libc: "glibc" };
  const isGlibc = () =>
    reportSchema.safeParse(process.report.getReport()).data?.header.glibcVersionRuntime !== undefined;
  const libc = process.platform === "linux" ? (isGlibc() ? "glibc" : "musl") : undefined;
  return { os: process.platform, cpu: process.arch, libc };
}

/** What npm's lock file says of a folder. The server's own is "". */
const entrySchema = z.looseObject({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  extraneous: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  link: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
type Entry = z.output<typeof entrySchema>;

const lockSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) });

const maxPackages = 2000;

export interface LockFile {
  /** The names of the packages that the server's own code may import. */
  readonly dependencies: readonly string[];
  /**
   * The packages for production, as `npm ci --omit=dev` chooses them (docs.npmjs.com, package-lock.json). Throws a
   * `DependencyError` for one that cannot be installed.
   */
  readonly listPackages: (platform: Platform) => readonly LockedPackage[];
}

/** Reads a `package-lock.json` of npm 7 or newer. */
export function parseLockFile(text: string): LockFile {
  const { "": root, ...entries } = parsePackages(text);
  return {
    dependencies: root ? Object.keys({ ...root.dependencies, ...root.optionalDependencies }) : [],
    listPackages: (platform) => {
      const packages = Object.entries(entries).flatMap(([folder, entry]) => readPackage(folder, entry, platform));
      if (packages.length <= maxPackages) return packages;
      throw new DependencyError(
        `package-lock.json names ${packages.length} packages; at most ${maxPackages} are installed.`,
      );
    },
  };
}

function parsePackages(text: string): Record<string, Entry> {
  try {
    return lockSchema.parse(JSON.parse(text)).packages;
  } catch (cause) {
    throw new DependencyError(
      "package-lock.json cannot be read. Create it again with npm 7 or newer: npm install --package-lock-only.",
      { cause },
    );
  }
}

function readPackage(folder: string, entry: Entry, platform: Platform): LockedPackage[] {
  if (entry.dev || entry.extraneous || entry.inBundle) return [];
  if (entry.link)
    throw new DependencyError(`${folder} is a link to another folder. Publish it as a package, or copy its code.`);
  // The folder of a workspace, which a link names.
  if (!/(^|\/)node_modules\//.test(folder)) return [];
  if (!matchesPlatform(entry, platform)) {
    if (entry.optional) return [];
    throw new DependencyError(`${folder} does not run on ${platform.os} ${platform.cpu}.`);
  }
  const { resolved = "", integrity } = entry;
  const url = URL.canParse(resolved) ? new URL(resolved) : undefined;
  if (!url?.protocol.startsWith("http") || integrity === undefined)
    throw new DependencyError(
      `package-lock.json names no archive with a digest for ${folder}. Use a package of a registry, and create the file again with npm install --package-lock-only --no-omit-lockfile-registry-resolved.`,
    );
  if (!staysInFolder(folder)) throw new DependencyError(`${folder} is not a path of a package.`);
  return [{ folder, url, integrity }];
}

function matchesPlatform(entry: Entry, { os, cpu, libc }: Platform): boolean {
  return matches(entry.os, os) && matches(entry.cpu, cpu) && matches(entry.libc, libc);
}

/** A list names what fits, or with `!` what does not. */
function matches(allowed: readonly string[] | undefined, value: string | undefined): boolean {
  if (!allowed || allowed.length === 0 || allowed.includes("any")) return true;
  if (value === undefined || allowed.includes(`!${value}`)) return false;
  return allowed.includes(value) || allowed.every((name) => name.startsWith("!"));
}
