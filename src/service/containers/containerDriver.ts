import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ServiceContext } from "../context.ts";
import { DeploymentFailure } from "../deployments/deploymentFailure.ts";
import type { Runner } from "../deployments/runners/runner.ts";
import type { RunnerDriver } from "../deployments/runners/serverRunners.ts";
import { createServiceInstance, readServiceInstance } from "../storage/serviceSettings.ts";
import { type ContainerEngine, createContainerEngine, type EngineInfo } from "./containerEngine.ts";
import { createContainerRunner } from "./containerRunner.ts";
import { containerLabels } from "./runningContainer.ts";
import { createServerImages, imageName, sourceLabel } from "./serverImages.ts";

interface ContainerDriverOptions {
  readonly db: ServiceContext["db"];
  readonly log: (message: string) => void;
  /** The socket of the engine. undefined: it is looked for. */
  readonly engineSocket: string | undefined;
  /** The image with Node that those of servers begin with. */
  readonly baseImage: string;
}

const notFound =
  "No container engine was found. Start Docker or Podman (for Podman: systemctl --user enable --now podman.socket), or start the service with --container-engine SOCKET.";
const describeTimeoutMs = 3000;
/** The label of images that earlier versions of the service built. */
const formerLabel = "io.github.fairlead.content-digest";

/** Runs servers in containers of Docker or Podman. */
export function createContainerDriver(options: ContainerDriverOptions): RunnerDriver {
  let cleanup: Promise<void> | undefined;
  let opened: { readonly socket: string; readonly runner: Promise<Runner> } | undefined;
  const findSocket = () => options.engineSocket ?? findEngineSocket();
  const removeLeftoversOnce = (engine: ContainerEngine, instance: string) => {
    cleanup ??= removeLeftovers(engine, instance).catch((error) => {
      cleanup = undefined;
      options.log(`What an earlier run left in the container engine could not be removed: ${String(error)}`);
    });
    return cleanup;
  };
  const open = async (socket: string): Promise<Runner> => {
    const engine = createContainerEngine(socket);
    const info = await readUsableInfo(engine);
    const instance = createServiceInstance(options.db);
    await removeLeftoversOnce(engine, instance);
    return createContainerRunner({
      engine,
      info,
      instance,
      log: options.log,
      images: createServerImages(engine, options.baseImage),
    });
  };
  return {
    canUseAccounts: true,
    isPresent: () => findSocket() !== undefined,
    describe: async () => {
      const socket = findSocket();
      if (socket === undefined) return { available: false, description: notFound, lacks: [] };
      try {
        const info = await readUsableInfo(createContainerEngine(socket), AbortSignal.timeout(describeTimeoutMs));
        return {
          available: true,
          description: `Containers of ${info.name} at ${socket}.`,
          lacks: listLacks(info),
          limits: [...(info.limitsMemory ? ["memoryMb" as const] : []), ...(info.limitsCpus ? ["cpus" as const] : [])],
        };
      } catch (error) {
        return { available: false, description: describeProblem(socket, error), lacks: [] };
      }
    },
    open: async () => {
      const socket = findSocket();
      if (socket === undefined) throw new DeploymentFailure("start", notFound);
      if (opened?.socket !== socket) opened = { socket, runner: open(socket) };
      try {
        return await opened.runner;
      } catch (error) {
        opened = undefined;
        throw new DeploymentFailure("start", describeProblem(socket, error), [], error);
      }
    },
    resume: async () => {
      const instance = readServiceInstance(options.db);
      const socket = findSocket();
      if (instance !== undefined && socket !== undefined)
        await removeLeftoversOnce(createContainerEngine(socket), instance);
    },
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Docker and Podman usually listen. `DOCKER_HOST` goes before all others, as for their own programs. */
export function listEngineSockets(environment: Environment, home = homedir(), system = process.platform): string[] {
  if (system === "win32") return [readDockerHost(environment) ?? String.raw`\\.\pipe\docker_engine`];
  const host = readDockerHost(environment);
  if (host !== undefined) return [host];
  const { XDG_RUNTIME_DIR: runtimeFolder } = environment;
  return [
    "/var/run/docker.sock",
    join(home, ".docker/run/docker.sock"),
    ...(runtimeFolder ? [join(runtimeFolder, "docker.sock"), join(runtimeFolder, "podman/podman.sock")] : []),
    join(home, ".local/share/containers/podman/machine/podman.sock"),
    "/run/podman/podman.sock",
  ];
}

/** The first socket that exists; undefined if there is none. Nothing is sent to it. */
function findEngineSocket(): string | undefined {
  return listEngineSockets(process.env).find((path) => path.startsWith("\\\\") || existsSync(path));
}

/** The path in `unix:///path` or `npipe:////./pipe/name`. An engine of another machine does not get files and secrets unasked. */
function readDockerHost({ DOCKER_HOST: host = "" }: Environment): string | undefined {
  const [, unix, pipe] = /^(?:unix:\/\/(.+)|npipe:\/\/(.+))$/.exec(host) ?? [];
  return unix ?? pipe?.replaceAll("/", "\\");
}

async function readUsableInfo(engine: ContainerEngine, signal?: AbortSignal): Promise<EngineInfo> {
  const info = await engine.readInfo(signal);
  if (info.system !== "linux")
    throw new Error(`${info.name} runs containers of ${info.system}. Switch it to Linux containers.`);
  return info;
}

function describeProblem(socket: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EACCES")
    return `The user of the service may not use the container engine at ${socket}. Add the user to the engine's group, such as docker, or choose another with --container-engine SOCKET.`;
  if (code === "ENOENT" || code === "ECONNREFUSED")
    return `No container engine listens at ${socket}. Start it, or choose another with --container-engine SOCKET.`;
  return `The container engine at ${socket} cannot be used. ${error instanceof Error ? error.message : String(error)}`;
}

function listLacks({ name, limitsMemory, limitsCpus, limitsProcesses }: EngineInfo): string[] {
  const limits = [
    ...(limitsMemory ? [] : ["memory"]),
    ...(limitsCpus ? [] : ["CPUs"]),
    ...(limitsProcesses ? [] : ["the number of processes"]),
  ];
  return limits.length > 0
    ? [`${name} cannot limit ${limits.join(", ")} here. Its user needs cgroup v2 delegation.`]
    : [];
}

/** Removes the containers of an earlier run of this service, and the images of servers that no container uses. */
async function removeLeftovers(engine: ContainerEngine, instance: string): Promise<void> {
  const containers = await engine.listContainers(`${containerLabels.instance}=${instance}`);
  await Promise.all(containers.map((id) => engine.remove(id)));
  const images = await Promise.all([sourceLabel, formerLabel].map((label) => engine.listImageNames(label)));
  for (const name of new Set(images.flat())) if (name.startsWith(`${imageName}:`)) await engine.removeImage(name);
}
