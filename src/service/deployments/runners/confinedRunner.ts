import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { ServerLimits } from "../../../contract/runners.ts";
import type { Sandbox } from "../../confinement/sandbox.ts";
import { findFreePort } from "../../network/freePort.ts";
import { hiddenEnvironmentUrl, hideEnvironment } from "../process/hiddenEnvironment.ts";
import { createProgramEnvironment, createServerProcessEnvironment } from "../process/processEnvironment.ts";
import { createProcessGuardUrl } from "../process/processGuard.ts";
import { serverChannelUrl } from "../process/serverChannel.ts";
import { watchMemoryExcess } from "./memoryExcess.ts";
import { listNodeArguments } from "./processRunner.ts";
import type { Runner } from "./runner.ts";
import { createTunnelUrl, openServerTunnel, type ServerTunnel } from "./serverTunnel.ts";
import { spawnServer } from "./spawnServer.ts";

const ownPorts = { server: 8080, proxy: 3128 } as const;

/**
 * Runs a server in a sandbox of the operating system, with Node's permission model as the second line. The server and the service
 * reach each other through one socket, whose file is in `folder`.
 */
export function createConfinedRunner(sandbox: Sandbox, folder: string): Runner {
  return {
    sandbox: sandbox.name,
    start: async (given) => {
      const limits = selectLimits(given.limits, sandbox.limits);
      const { program, describeExit } = watchMemoryExcess({ ...given, limits });
      const ports = sandbox.hasOwnNetwork ? ownPorts : { server: await findFreePort(), proxy: await findFreePort() };
      const socket = join(folder, randomBytes(8).toString("hex"));
      const tunnel = await openServerTunnel(socket, program.egress);
      const modules = [
        createProcessGuardUrl(socket),
        hiddenEnvironmentUrl,
        serverChannelUrl,
        createTunnelUrl(socket, ports),
      ];
      const nodeArguments = listNodeArguments(program.folder, program.entry, modules);
      const start = () =>
        spawnServer(
          sandbox.wrap(nodeArguments, { folder: program.folder, socket, ports: Object.values(ports), limits }),
          program,
          {
            environment: {
              ...createProgramEnvironment(process.env),
              ...hideEnvironment({
                // The sandbox has no file that says it.
                TZ: new Intl.DateTimeFormat().resolvedOptions().timeZone,
                ...createServerProcessEnvironment(program.environment, ports.server, process.env),
              }),
            },
            requestEnd: (_, { send }) => send({ kind: "fairlead.stop" }),
          },
        );
      const { channel, stdioEndpoint, ...spawned } = closeOnError(tunnel, start);
      const detach = tunnel.attach(channel);
      const exited = spawned.exited.then(describeExit).finally(() => {
        detach();
        tunnel.close();
      });
      return { ...spawned, exited, endpoint: stdioEndpoint ?? tunnel.endpoint };
    },
  };
}

/** The limits that the sandbox applies. */
function selectLimits({ memoryMb, cpus }: ServerLimits, applied: Sandbox["limits"]): ServerLimits {
  return {
    ...(applied.includes("memoryMb") && { memoryMb }),
    ...(applied.includes("cpus") && { cpus }),
  };
}

/** An environment that is too large makes a spawn throw. */
function closeOnError<T>(tunnel: Pick<ServerTunnel, "close">, task: () => T): T {
  try {
    return task();
  } catch (error) {
    tunnel.close();
    throw error;
  }
}
