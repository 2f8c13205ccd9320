import { createServerChannel, type ServerChannel } from "../deployments/process/serverChannel.ts";
import type { ServerProgram } from "../deployments/runners/runner.ts";
import { createServerTunnel } from "../deployments/runners/serverTunnel.ts";
import { createConnectionError, type ServerEndpoint } from "../mcp/serverEndpoint.ts";
import { type StdioAdapter, serveStdio } from "../stdio/serveStdio.ts";
import { splitContainerStream } from "./containerOutput.ts";
import { createContainerModuleUrl, serveContainerTunnel } from "./containerTunnel.ts";
import { type ContainerParts, type RunningContainer, startContainer } from "./runningContainer.ts";

/** The ports of a container's own loopback. */
export const containerPorts = { server: 8080, proxy: 3128 } as const;

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
export interface TunnelContainer extends RunningContainer {
  readonly endpoint: ServerEndpoint;
  /** Asks the program to end. */
  requestEnd(): void;
}

export async function startTunnelContainer(
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
