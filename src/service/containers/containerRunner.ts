import { createServerProcessEnvironment } from "../deployments/process/processEnvironment.ts";
import { createServerChannel, type ServerChannel } from "../deployments/process/serverChannel.ts";
import { dockerfile } from "../deployments/runners/dockerfile.ts";
import { type Runner, type ServerProcess, type ServerProgram, stopWithin } from "../deployments/runners/runner.ts";
import { createServerTunnel } from "../deployments/runners/serverTunnel.ts";
import { createConnectionError, type ServerEndpoint } from "../mcp/serverEndpoint.ts";
import { type StdioAdapter, serveStdio } from "../stdio/serveStdio.ts";
import { readContainerLines, splitContainerStream } from "./containerOutput.ts";
import { createContainerModuleUrl, serveContainerTunnel } from "./containerTunnel.ts";
import { type ContainerParts, type RunningContainer, startContainer } from "./runningContainer.ts";

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

/** The ports of a container's own loopback. */
const containerPorts = { server: 8080, proxy: 3128 } as const;

const moduleUrls = {
  http: createContainerModuleUrl(containerPorts, "http"),
  stdio: createContainerModuleUrl(containerPorts, "stdio"),
} as const;

interface NodeProgram {
  readonly image: string;
  /** The arguments of Node. */
  readonly command: readonly string[];
  /** Sent to the program over the tunnel. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A container whose first program is Node with the end of a tunnel. */
interface TunnelContainer extends RunningContainer {
  readonly endpoint: ServerEndpoint;
  /** Asks the program to end. */
  requestEnd(): void;
}

async function startTunnelContainer(
  parts: ContainerParts,
  program: ServerProgram,
  { image, command, environment }: NodeProgram,
  signal: AbortSignal,
): Promise<TunnelContainer> {
  const tunnel = createServerTunnel(program.egress);
  let channel: ServerChannel | undefined;
  let adapter: StdioAdapter | undefined;
  let detach = () => {};
  const container = await startContainer(
    parts,
    program,
    {
      image,
      command: ["node", `--import=${moduleUrls[program.transport]}`, ...command],
      limits: program.limits,
      useStream: async (raw, kill) => {
        const stream = splitContainerStream(raw, program.onLine);
        await serveContainerTunnel(stream, environment, {
          onChannel: (opened) => {
            channel = createServerChannel(opened, kill);
            const detachTunnel = tunnel.attach(channel);
            const detachMessages = program.handleMessages(channel);
            detach = () => {
              detachTunnel();
              detachMessages();
            };
          },
          onStdio: (opened) => {
            adapter = serveStdio({ input: opened, output: opened }, { onLine: program.onLine, kill });
          },
          onConnection: tunnel.accept,
          onClose: () => stream.destroy(),
        });
        return () => {
          detach();
          tunnel.close();
        };
      },
    },
    signal,
  );
  const requestEnd = () => {
    adapter?.close();
    if (channel) channel.send({ kind: "fairlead.stop" });
    else void container.kill();
  };
  const stdioEndpoint: ServerEndpoint = {
    connect: async () => {
      if (!adapter) throw createConnectionError("ECONNREFUSED");
      return await adapter.endpoint.connect();
    },
  };
  return {
    ...container,
    endpoint: program.transport === "stdio" ? stdioEndpoint : tunnel.endpoint,
    exited: container.exited.then((exit) => adapter?.describeExit(exit) ?? exit),
    requestEnd,
  };
}
