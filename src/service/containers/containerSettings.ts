import type { ServerLimits } from "../../contract/runners.ts";

export const containerLabels = {
  instance: "io.github.fairlead.instance",
  server: "io.github.fairlead.server",
  deployment: "io.github.fairlead.deployment",
} as const;

export interface ContainerSource {
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
export function createContainerSettings(source: ContainerSource): object {
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
