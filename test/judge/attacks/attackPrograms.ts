import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { FileEntry } from "../../../src/contract/files.ts";

const folder = join(import.meta.dirname, "programs");

const groupSchema = z.object({
  attacks: z.record(z.string(), z.unknown()).default({}),
  serverAttacks: z.record(z.string(), z.unknown()).default({}),
  scriptAttacks: z.record(z.string(), z.unknown()).default({}),
});

export interface AttackName {
  readonly group: string;
  readonly name: string;
}

/** Attacks of a server are tried in one process, so the groups that leave something behind come last. */
const groupOrder = [
  ...["reads", "readRaces", "writes", "network", "sockets", "signals", "processes", "descriptors", "resources"],
];

/** Lists the attacks of servers or of scripts, without those on the hosts of a server. */
export async function listAttacks(kind: "server" | "script"): Promise<AttackName[]> {
  const groups = groupOrder.map(async (group) => {
    const module: unknown = await import(pathToFileURL(join(folder, "groups", `${group}.mjs`)).href);
    const { attacks, serverAttacks, scriptAttacks } = groupSchema.parse({ ...Object(module) });
    const names = Object.keys({ ...attacks, ...(kind === "server" ? serverAttacks : scriptAttacks) });
    return names.map((name) => ({ group, name }));
  });
  return (await Promise.all(groups)).flat();
}

export async function listEgressAttacks(): Promise<AttackName[]> {
  const module: unknown = await import(pathToFileURL(join(folder, "groups/egress.mjs")).href);
  return Object.keys(groupSchema.parse({ ...Object(module) }).serverAttacks).map((name) => ({ group: "egress", name }));
}

/** The most levels that `races.mjs` goes up. */
const levels = 40;
/** A small library that Node does not load by itself. */
const libraries = [
  "/lib/x86_64-linux-gnu/libBrokenLocale.so.1",
  "/lib/aarch64-linux-gnu/libBrokenLocale.so.1",
  "/lib64/libBrokenLocale.so.1",
];
export const systemLibrary = libraries.find((path) => existsSync(path)) ?? "/lib/libc.so.6";

/** The files of a server or skill with all attacks. */
export function listAttackFiles(): FileEntry[] {
  const programs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".mjs") && path !== "witness.mjs",
  );
  const text = (path: string): FileEntry => ({
    path,
    encoding: "utf8",
    content: readFileSync(join(folder, path), "utf8"),
  });
  const library = existsSync(systemLibrary) ? readFileSync(systemLibrary).toString("base64") : "";
  return [
    ...programs.map(text),
    { path: `${"deep/".repeat(levels)}file.txt`, encoding: "utf8", content: "deep" },
    ...["data/addon.bin", "data/addon.node"].map((path) => ({ path, encoding: "base64" as const, content: library })),
  ];
}
