import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DeploymentFailure } from "../deployments/deploymentFailure.ts";
import { createServerProcessEnvironment } from "../deployments/process/processEnvironment.ts";
import { dockerfile } from "../deployments/runners/dockerfile.ts";
import type { ServerProcess, ServerProgram } from "../deployments/runners/runner.ts";
import { contentDigestLabel } from "../images/serverImage.ts";
import { createTarHeader, createTarPadding, tarEnd } from "../images/tarEntry.ts";
import { type StdioAdapter, serveStdio } from "../stdio/serveStdio.ts";
import type { InspectedImage } from "./containerEngine.ts";
import { readContainerLines, splitContainerStream } from "./containerOutput.ts";
import { EngineError } from "./engineRequest.ts";
import { type ContainerParts, startContainer, stopWithin } from "./runningContainer.ts";
import { imageName } from "./serverImages.ts";
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
  const { name: image, built } = await provideBuiltImage(parts, program, signal);
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
        isRoot: isRoot(built.user),
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
      image: `${imageName}@${built.id}`,
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

async function provideBuiltImage(
  { engine }: ContainerParts,
  { folder, files, digest }: ServerProgram,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly built: InspectedImage }> {
  const name = `${imageName}:built-${digest.slice("sha256:".length, 19)}`;
  const isOurs = (image: InspectedImage | undefined) => image?.labels[contentDigestLabel] === digest;
  const existing = await engine.inspectImage(name, signal);
  if (existing && isOurs(existing)) return { name, built: existing };
  const query = {
    t: name,
    dockerfile,
    labels: JSON.stringify({ [contentDigestLabel]: digest }),
    forcerm: "1",
  };
  try {
    await engine.buildImage(Readable.from(writeBuildArchive(folder, files), { objectMode: false }), query, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof EngineError)) throw error;
    const message = `${error.message}. Correct the ${dockerfile} and generate a new version.`;
    throw new DeploymentFailure("build", message, error.progress, error);
  }
  const built = await engine.inspectImage(name, signal);
  if (!built || !isOurs(built)) throw new DeploymentFailure("build", `The container engine built no image ${name}.`);
  return { name, built };
}

async function* writeBuildArchive(folder: string, files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of files) {
    const content = await readFile(join(folder, path));
    yield createTarHeader({ path, size: content.length, mode: 0o644 });
    yield content;
    yield createTarPadding(content.length);
  }
  yield tarEnd;
}
