import { join } from "node:path";
import { createPortEndpoint } from "../../mcp/serverEndpoint.ts";
import { findFreePort } from "../../network/freePort.ts";
import { createServerProcessEnvironment } from "../process/processEnvironment.ts";
import { createProcessGuardUrl } from "../process/processGuard.ts";
import { serverChannelUrl } from "../process/serverChannel.ts";
import type { Runner } from "./runner.ts";
import { spawnServer } from "./spawnServer.ts";

/**
 * Runs a server under Node's permission model alone: it reads its own folder, writes no files, and starts no process, worker or
 * native code. Its network is open, and its port is one of this machine.
 */
export const processRunner: Runner = {
  sandbox: null,
  start: async (program) => {
    const port = await findFreePort();
    const modules = [createProcessGuardUrl(), serverChannelUrl];
    const {
      channel: _,
      stdioEndpoint,
      ...spawned
    } = spawnServer([process.execPath, ...listNodeArguments(program.folder, program.entry, modules)], program, {
      environment: createServerProcessEnvironment(program.environment, port, process.env),
      requestEnd: (child) => child.kill("SIGTERM"),
    });
    return { ...spawned, endpoint: stdioEndpoint ?? createPortEndpoint(port) };
  },
};

/**
 * The arguments of Node for a server. `node:sqlite` is disabled because the permission model does not cover it (Node 24.21): a server
 * could open the service's database. The modules run before the server's own code.
 */
export function listNodeArguments(folder: string, entry: string, modules: readonly string[]): string[] {
  return [
    "--no-experimental-sqlite",
    "--disable-sigusr1",
    "--permission",
    `--allow-fs-read=${folder}`,
    ...modules.map((url) => `--import=${url}`),
    join(folder, entry),
  ];
}
