import type { ServerLimits } from "../../contract/runners.ts";

export const containerLabels = {
  instance: "io.github.fairlead.instance",
  server: "io.github.fairlead.server",
  deployment: "io.github.fairlead.deployment",
} as const;

interface ContainerSource {
  readonly image: string;
  readonly command: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly limits: ServerLimits;
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
export function createContainerSettings({ image, command, labels, limits, limitsProcesses }: ContainerSource): object {
  const { memoryMb, cpus } = limits;
  return {
    Image: image,
    Cmd: command,
    Entrypoint: [],
    WorkingDir: "/server",
    User: "65532:65532",
    Labels: labels,
    ...{ AttachStdin: true, AttachStdout: true, AttachStderr: true, OpenStdin: true, StdinOnce: true, Tty: false },
    NetworkDisabled: true,
    HostConfig: {
      NetworkMode: "none",
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
    },
  };
}
