import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { projectEnvironment, root } from "../../../host/prepare/paths.mjs";

/** The output of npm for the manifest and the lock file, without an installation. */
async function npmSays(args: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-npm-"));
  try {
    for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(root, file), join(folder, file));
    const child = spawn("npm", [...args, "--package-lock-only", "--loglevel=silent"], {
      ...{ cwd: folder, env: projectEnvironment(), shell: process.platform === "win32" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let text = "";
    child.stdout.on("data", (data) => {
      text += String(data);
    });
    await new Promise((ended, failed) => child.once("error", failed).once("close", ended));
    return text;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const auditSchema = z.object({
  metadata: z.object({ vulnerabilities: z.object({ high: z.number(), critical: z.number(), total: z.number() }) }),
});

/** Undefined if the registry does not support audits. */
export async function audit(): Promise<{ readonly grave: number; readonly total: number } | undefined> {
  const text = await npmSays(["audit", "--omit=dev", "--json"]);
  const { data } = auditSchema.safeParse(parsed(text));
  if (!data) return undefined;
  const { high, critical, total } = data.metadata.vulnerabilities;
  return { grave: high + critical, total };
}

const bomSchema = z.object({
  components: z.array(
    z.looseObject({
      ...{ name: z.string(), version: z.string(), purl: z.string() },
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })),
    }),
  ),
});
export type Bom = z.output<typeof bomSchema>;

export const readBom = (text: string): Bom => bomSchema.parse(JSON.parse(text));

/** The installed packages according to npm. Without the tools it omits their dependencies, too. */
export async function npmBom(): Promise<Bom> {
  return readBom(await npmSays(["sbom", "--sbom-format=cyclonedx"]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
