import { createServerProcessEnvironment } from "../deployments/process/processEnvironment.ts";
import { dockerfile } from "../deployments/runners/dockerfile.ts";
import { type Runner, type ServerProcess, type ServerProgram, stopWithin } from "../deployments/runners/runner.ts";
import { type StdioAdapter, serveStdio } from "../stdio/serveStdio.ts";
import { readContainerLines, splitContainerStream } from "./containerOutput.ts";
import { type ContainerParts, startContainer } from "./runningContainer.ts";
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

/**
 * Runs the image that the engine builds from a version's `Dockerfile`. The server shares the network of a second container, the carrier,
 * in which Node runs the end of the tunnel. That network has nothing but a loopback, with the proxy of the carrier.
 */
async function startBuiltServer(
  parts: ContainerParts,
  program: ServerProgram,
  signal: AbortSignal,
): Promise<ServerProcess> {
  const { name: image, reference, user } = await parts.images.provide(program, signal);
  const carrierImage = await parts.images.provideCarrier(signal);
  const carrier = await startTunnelContainer(
    parts,
    { ...program, limits: {}, transport: "http" },
    { image: carrierImage.name, command: ["--eval", "setInterval(() => {}, 2 ** 31 - 1)"], environment: {} },
    signal,
  );
  let adapter: StdioAdapter | undefined;
  try {
    const server = await startContainer(
      parts,
      program,
      {
        image,
        limits: program.limits,
        environment: createBuiltEnvironment(program.environment),
        networkOf: carrier.id,
        isRoot: isRoot(user),
        useStream: async (raw, kill) => {
          if (program.transport === "http") return readContainerLines(raw, program.onLine);
          const stream = splitContainerStream(raw, program.onLine);
          adapter = serveStdio({ input: stream, output: stream }, { onLine: program.onLine, kill });
          return () => {};
        },
      },
      signal,
    );
    void carrier.exited.then(() => server.kill());
    const exited = server.exited
      .then((exit) => adapter?.describeExit(exit) ?? exit)
      .finally(async () => {
        await carrier.kill();
        await carrier.exited;
      });
    const requestEnd = () => {
      adapter?.close();
      void server.kill("SIGTERM");
    };
    return {
      name: server.name,
      image: reference,
      endpoint: adapter?.endpoint ?? carrier.endpoint,
      exited,
      stop: (graceMs) => stopWithin(graceMs, exited, requestEnd, () => void server.kill()),
    };
  } catch (error) {
    await carrier.kill();
    await carrier.exited;
    throw error;
  }
}

const isRoot = (user: string) => /^(|root|0)(:.*)?$/.test(user);

/** The names of the proxy's variables are those that programs of most languages read, in both cases. */
function createBuiltEnvironment(environment: ServerProgram["environment"]): Record<string, string> {
  const proxy = `http://127.0.0.1:${containerPorts.proxy}`;
  const names = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: "localhost,127.0.0.1" };
  const lowerCase = Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...createServerProcessEnvironment(environment, containerPorts.server, {}),
    ...names,
    ...Object.fromEntries(lowerCase),
  };
}
