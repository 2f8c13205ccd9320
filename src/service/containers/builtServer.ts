import { createServerProcessEnvironment } from "../deployments/process/processEnvironment.ts";
import { type ServerProcess, type ServerProgram, stopWithin } from "../deployments/runners/runner.ts";
import { type StdioAdapter, serveStdio } from "../stdio/serveStdio.ts";
import { readContainerLines, splitContainerStream } from "./containerOutput.ts";
import { type ContainerParts, startContainer } from "./runningContainer.ts";
import { containerPorts, startTunnelContainer } from "./tunnelContainer.ts";

/**
 * Runs the image that the engine builds from a version's `Dockerfile`. The server shares the network of a second container, the carrier,
 * in which Node runs the end of the tunnel. That network has nothing but a loopback, with the proxy of the carrier.
 */
export async function startBuiltServer(
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
