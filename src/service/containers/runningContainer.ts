import { randomBytes } from "node:crypto";
import { constants } from "node:os";
import type { Duplex } from "node:stream";
import type { ServerLimits } from "../../contract/runners.ts";
import {
  describeExit,
  describeMemoryExcess,
  type ProcessExit,
  type ServerProgram,
} from "../deployments/runners/runner.ts";
import type { ContainerEngine, ContainerState, EngineInfo } from "./containerEngine.ts";
import type { ServerImages } from "./serverImages.ts";

export interface ContainerParts {
  readonly engine: ContainerEngine;
  readonly info: EngineInfo;
  readonly images: ServerImages;
  /** The id of this service, by which it finds its containers. */
  readonly instance: string;
  readonly log: (message: string) => void;
}

/** A container that was started. It is removed at its end. */
export interface RunningContainer {
  readonly id: string;
  /** For a message: "Container 3f2a…". */
  readonly name: string;
  /** Resolves when the container has ended and is removed. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Sends a signal, by default the one that nothing can ignore. Never rejects. */
  kill(signal?: "SIGTERM"): Promise<void>;
}

type ContainerOptions = Omit<ContainerSource, "labels" | "limitsProcesses"> & {
  /** Reads the stream of the container, which has not started yet. The returned function is called when it has ended. */
  readonly useStream: (raw: Duplex, kill: () => void) => Promise<() => void>;
};

/** How long the engine may take to say that a container has ended after its output has. */
const endTimeoutMs = 5000;

/** Creates and starts a container of a server. A failure leaves no container behind. */
export async function startContainer(
  parts: ContainerParts,
  program: Pick<ServerProgram, "id" | "serverId" | "limits" | "watch">,
  { useStream, ...source }: ContainerOptions,
  signal: AbortSignal,
): Promise<RunningContainer> {
  const { engine, info, instance, log } = parts;
  const labels = {
    [containerLabels.instance]: instance,
    [containerLabels.server]: program.serverId,
    [containerLabels.deployment]: program.id,
  };
  const settings = createContainerSettings({ ...source, labels, limitsProcesses: info.limitsProcesses });
  const uniqueName = `fairlead-${program.id}-${randomBytes(4).toString("hex")}`;
  // A request that is aborted may still create the container, whose id would not be known.
  const id = await engine.createContainer(uniqueName, settings);
  const unwatch = program.watch.addRequest(engine.createRemoval(id));
  let isKilled = false;
  const kill = async (name?: "SIGTERM") => {
    isKilled = true;
    await engine.kill(id, name).catch((error) => log(String(error)));
  };
  try {
    signal.throwIfAborted();
    const raw = await engine.attach(id, signal);
    const ended = new Promise<void>((resolve) => raw.once("close", resolve));
    const release = await useStream(raw, () => void kill());
    await engine.start(id, signal);
    const exited = ended
      .then(() => readExit(engine, id, kill, () => ({ isKilled, memoryMb: program.limits.memoryMb })))
      .finally(async () => {
        release();
        unwatch();
        await engine.remove(id).catch((error) => log(String(error)));
      });
    return { id, name: `Container ${id.slice(0, 12)}`, exited, kill };
  } catch (error) {
    unwatch();
    await engine.remove(id);
    throw error;
  }
}

interface EndFacts {
  /** Whether the service asked for the end. */
  readonly isKilled: boolean;
  readonly memoryMb: number | undefined;
}

/** A container that runs on without its stream is killed. */
async function readExit(
  engine: ContainerEngine,
  id: string,
  kill: () => Promise<void>,
  readFacts: () => EndFacts,
): Promise<ProcessExit> {
  try {
    await engine.wait(id, AbortSignal.timeout(endTimeoutMs)).catch(kill);
    return { description: describeContainerExit(await engine.readState(id), readFacts()) };
  } catch (error) {
    return { description: `ended, and the container engine does not say how: ${String(error)}` };
  }
}

function describeContainerExit(
  { OOMKilled, ExitCode, Error: reason }: ContainerState,
  { isKilled, memoryMb }: EndFacts,
): string {
  if (OOMKilled && memoryMb === undefined) return "was ended because the machine had no more memory";
  if (OOMKilled && memoryMb !== undefined) return describeMemoryExcess(memoryMb);
  if (reason) return `could not run: ${reason}`;
  const description = describeExit(ExitCode);
  // Not every engine knows why the system ended a container.
  const isUnexplained = ExitCode === 128 + constants.signals.SIGKILL && !isKilled && memoryMb !== undefined;
  return isUnexplained ? `${description}, perhaps because it ${describeMemoryExcess(memoryMb)}` : description;
}

export const containerLabels = {
  instance: "io.github.fairlead.instance",
  server: "io.github.fairlead.server",
  deployment: "io.github.fairlead.deployment",
} as const;

interface ContainerSource {
  readonly image: string;
  /** undefined: that of the image, which knows its own folder too. */
  readonly command?: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly limits: ServerLimits;
  /** The engine shows these to all its users. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The container whose network it shares. */
  readonly networkOf?: string;
  /** Whether the image runs as root, which no server does. By default so. */
  readonly isRoot?: boolean;
  /** Whether the engine can limit the number of processes. */
  readonly limitsProcesses: boolean;
}

const megabyte = 1024 * 1024;
const maximumProcesses = 256;
const scratchMb = 64;

/**
 * The settings of a container in which a server can do nothing but compute, and talk to the service over its standard input and output:
 * no network, no capability, no file but a scratch folder that can be written. The engine does not store its output, which is the tunnel.
 */
function createContainerSettings(source: ContainerSource): object {
  const { image, command, labels, environment = {}, isRoot = true } = source;
  return {
    Image: image,
    ...(command && { Cmd: command, Entrypoint: [], WorkingDir: "/server" }),
    ...(isRoot && { User: "65532:65532" }),
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    Labels: labels,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    StdinOnce: true,
    Tty: false,
    // Podman waits this long before it removes a container by force.
    StopTimeout: 0,
    HostConfig: createHostConfig(source),
  };
}

function createHostConfig({ limits: { memoryMb, cpus }, networkOf, limitsProcesses }: ContainerSource): object {
  return {
    NetworkMode: networkOf === undefined ? "none" : `container:${networkOf}`,
    ReadonlyRootfs: true,
    CapDrop: ["ALL"],
    SecurityOpt: ["no-new-privileges"],
    Tmpfs: { "/tmp": `rw,nosuid,nodev,size=${scratchMb}m,mode=1777` },
    LogConfig: { Type: "none" },
    RestartPolicy: { Name: "no" },
    ...(limitsProcesses && { PidsLimit: maximumProcesses }),
    // Without a limit of swap a container may use as much of it again.
    ...(memoryMb !== undefined && { Memory: memoryMb * megabyte, MemorySwap: memoryMb * megabyte }),
    ...(cpus !== undefined && { NanoCpus: Math.round(cpus * 1e9) }),
  };
}
