import { createServerProcessEnvironment } from "../deployments/process/processEnvironment.ts";
import { dockerfile } from "../deployments/runners/dockerfile.ts";
import { type Runner, type ServerProcess, type ServerProgram, stopWithin } from "../deployments/runners/runner.ts";
import { startBuiltServer } from "./builtServer.ts";
import type { ContainerParts } from "./runningContainer.ts";
import { containerPorts, startTunnelContainer } from "./tunnelContainer.ts";

/**
 * Runs a server in a container that has no network. The server and the service reach each other over the standard input and output of
 * a container, so it works with every engine whose socket the service reaches.
 */
export function createContainerRunner(parts: ContainerParts): Runner {
  return {
    sandbox: parts.info.name.split(" ", 1)[0]?.toLowerCase() ?? null,
    start: (program, signal) =>
      program.entry === dockerfile ? startBuiltServer(parts, program, signal) : startNodeServer(parts, program, signal),
  };
}

async function startNodeServer(
  parts: ContainerParts,
  program: ServerProgram,
  signal: AbortSignal,
): Promise<ServerProcess> {
  const { name: image, reference } = await parts.images.provide(program, signal);
  const environment = {
    // An image has no time zone.
    TZ: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...createServerProcessEnvironment(program.environment, containerPorts.server, {}),
  };
  const command = [`/server/${program.entry}`];
  const container = await startTunnelContainer(parts, program, { image, command, environment }, signal);
  const { name, endpoint, exited, requestEnd, kill } = container;
  const stop = (graceMs: number) => stopWithin(graceMs, exited, requestEnd, () => void kill());
  return { name, image: reference, endpoint, exited, stop };
}
