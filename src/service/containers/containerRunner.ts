import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import type { Duplex } from "node:stream";
import { createServerProcessEnvironment } from "../deployments/process/processEnvironment.ts";
import { createServerChannel, type ServerChannel } from "../deployments/process/serverChannel.ts";
import { describeExit } from "../deployments/runners/describeExit.ts";
import type { ProcessExit, Runner, ServerProcess, ServerProgram } from "../deployments/runners/runner.ts";
import { createServerTunnel } from "../deployments/runners/serverTunnel.ts";
import type { ContainerEngine, ContainerState, EngineInfo } from "./containerEngine.ts";
import { splitContainerStream } from "./containerOutput.ts";
import { containerLabels, createContainerSettings } from "./containerSettings.ts";
import { createContainerModuleUrl, serveContainerTunnel } from "./containerTunnel.ts";
import type { ServerImages } from "./serverImages.ts";

interface RunnerParts {
  readonly engine: ContainerEngine;
  readonly info: EngineInfo;
  readonly images: ServerImages;
  /** The id of this service, by which it finds its containers. */
  readonly instance: string;
  readonly log: (message: string) => void;
}

const ports = { server: 8080, proxy: 3128 } as const;
const moduleUrl = createContainerModuleUrl(ports);
/** How long the engine may take to say that a container has ended after its output has. */
const endTimeoutMs = 5000;

/**
 * Runs a server in a container that has no network. The server and the service reach each other over the standard input and output of
 * the container, so it works with every engine whose socket the service reaches.
 */
export function createContainerRunner(parts: RunnerParts): Runner {
  return {
    sandbox: parts.info.name.split(" ", 1)[0]?.toLowerCase() ?? null,
    start: async (program, signal) => {
      const image = await parts.images.provide(program, signal);
      const create = () => createContainer(parts, program, image.id, signal);
      const id = await create().catch(async (error) => {
        // Another service may have removed the image since.
        if (await parts.engine.inspectImage(image.id, signal)) throw error;
        await parts.images.provide(program, signal);
        return await create();
      });
      const unwatch = program.watch.addRequest(parts.engine.createRemoval(id));
      try {
        const container = new ServerContainer(parts, program, id, await parts.engine.attach(id, signal));
        await parts.engine.start(id, signal);
        void container.exited.then(unwatch);
        return container.toProcess(image.reference);
      } catch (error) {
        unwatch();
        await parts.engine.remove(id);
        throw error;
      }
    },
  };
}

function createContainer(
  { engine, info, instance }: RunnerParts,
  { id, serverId, entry, limits }: ServerProgram,
  image: string,
  signal: AbortSignal,
): Promise<string> {
  const settings = createContainerSettings({
    image,
    command: ["node", `--import=${moduleUrl}`, `/server/${entry}`],
    labels: {
      [containerLabels.instance]: instance,
      [containerLabels.server]: serverId,
      [containerLabels.deployment]: id,
    },
    limits,
    limitsProcesses: info.limitsProcesses,
  });
  return engine.createContainer(`fairlead-${id}-${randomBytes(4).toString("hex")}`, settings, signal);
}

/** A container from its start until it is removed. */
class ServerContainer {
  readonly #parts: RunnerParts;
  readonly #program: ServerProgram;
  readonly #id: string;
  readonly #tunnel: ReturnType<typeof createServerTunnel>;
  readonly exited: Promise<ProcessExit>;
  #channel: ServerChannel | undefined;
  #detach = () => {};
  #isKilled = false;

  constructor(parts: RunnerParts, program: ServerProgram, id: string, raw: Duplex) {
    this.#parts = parts;
    this.#program = program;
    this.#id = id;
    this.#tunnel = createServerTunnel(program.egress);
    const stream = splitContainerStream(raw, program.onLine);
    const environment = createServerProcessEnvironment(program.environment, ports.server, {});
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    serveContainerTunnel(
      stream,
      { TZ: zone, ...environment },
      {
        onChannel: (opened) => this.#useChannel(opened),
        onConnection: this.#tunnel.accept,
        onClose: () => stream.destroy(),
      },
    );
    this.exited = new Promise<void>((resolve) => raw.once("close", resolve)).then(() => this.#end());
  }

  toProcess(image: string): ServerProcess {
    return {
      name: `Container ${this.#id.slice(0, 12)}`,
      image,
      endpoint: this.#tunnel.endpoint,
      exited: this.exited,
      stop: async (graceMs) => {
        if (this.#channel) this.#channel.send({ kind: "fairlead.stop" });
        else void this.#kill();
        const timer = setTimeout(() => void this.#kill(), graceMs);
        try {
          return await this.exited;
        } finally {
          clearTimeout(timer);
        }
      },
    };
  }

  #useChannel(opened: Duplex): void {
    this.#channel = createServerChannel(opened, () => void this.#kill());
    const detachTunnel = this.#tunnel.attach(this.#channel);
    const detachMessages = this.#program.handleMessages(this.#channel);
    this.#detach = () => {
      detachTunnel();
      detachMessages();
    };
  }

  async #kill(): Promise<void> {
    this.#isKilled = true;
    await this.#parts.engine.kill(this.#id).catch((error) => this.#parts.log(String(error)));
  }

  /** Never rejects. A container that runs on without its stream is killed. */
  async #end(): Promise<ProcessExit> {
    const { engine, log } = this.#parts;
    try {
      await engine.wait(this.#id, AbortSignal.timeout(endTimeoutMs)).catch(() => this.#kill());
      const { memoryMb } = this.#program.limits;
      return { description: describeContainerExit(await engine.readState(this.#id), this.#isKilled, memoryMb) };
    } catch (error) {
      return { description: `ended, and the container engine does not say how: ${String(error)}` };
    } finally {
      this.#detach();
      this.#tunnel.close();
      await engine.remove(this.#id).catch((error) => log(String(error)));
    }
  }
}

function describeContainerExit(
  { OOMKilled, ExitCode, Error: reason }: ContainerState,
  isKilledByService: boolean,
  memoryMb: number | undefined,
): string {
  const limit = memoryMb === undefined ? "there is" : `its ${memoryMb} MB`;
  if (OOMKilled) return `was ended because it needed more memory than ${limit}`;
  if (reason) return `could not run: ${reason}`;
  const description = describeExit(ExitCode);
  // Not every engine knows why the system ended a container.
  const isUnexplained = ExitCode === 128 + constants.signals.SIGKILL && !isKilledByService && memoryMb !== undefined;
  return isUnexplained ? `${description}, perhaps because it needed more memory than ${limit}` : description;
}
