import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The registry program of the Distribution project, with a temporary folder. */
export interface RegistryProgram {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Why suites with a registry, and Skopeo to inspect it, cannot run on this machine, or undefined if they can. */
export function findRegistryProblem(): string | undefined {
  const missing = ["docker-registry", "skopeo"].find((program) => spawnSync(program, ["--version"]).error);
  return missing && `the program ${missing} is not installed`;
}

export async function startRegistryProgram(): Promise<RegistryProgram> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-registry-"));
  const config = join(folder, "config.json");
  const storage = { filesystem: { rootdirectory: join(folder, "data") } };
  writeFileSync(config, JSON.stringify({ version: "0.1", storage, http: { addr: "127.0.0.1:0" } }));
  const program = spawn("docker-registry", ["serve", config], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(program, "exit");
  const close = async () => {
    program.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // The program logs the port that the system chose.
  createInterface(program.stderr).on("line", (line) => {
    const [, address] = /listening on (127\.0\.0\.1:\d+)/.exec(line) ?? [];
    if (address !== undefined) resolve(address);
  });
  program.once("error", reject);
  void ended.then(() => reject(new Error("The registry program did not start.")));
  try {
    return { address: await promise, close };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
