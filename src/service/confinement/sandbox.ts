import type { ServerLimits } from "../../contract/runners.ts";

/** What a confined program may use. Nothing else of the machine exists for it. All paths are real paths. */
export interface ProgramAccess {
  /** The folder of the program. It can be read. */
  readonly folder: string;
  /** An empty folder. It can be written to, up to a limit, and its content is gone with the program. */
  readonly scratch?: string;
  /** The Unix socket that leads to the service. There is no other way to a network. */
  readonly socket?: string;
  /** The ports of 127.0.0.1 that it listens at and connects to. All others are closed if they are those of the machine. */
  readonly ports?: readonly number[];
  /** What it may use at most, as far as the sandbox can limit it. */
  readonly limits?: ServerLimits;
}

/** What a confined agent may use besides the programs and libraries of the system. All paths are real paths. */
export interface AgentAccess {
  /** Files and folders that it can read. */
  readonly readable: readonly string[];
  /** An empty folder. It can be written to, up to a limit, and its content is gone with the agent. */
  readonly home: string;
  /** The Unix socket that leads to the service. There is no other way to a network. */
  readonly socket: string;
}

/** A limit that a sandbox may apply. */
export type SandboxLimit = keyof ServerLimits;

/** Confines Node programs by the means of an operating system. */
export interface Sandbox {
  readonly name: string;
  /** Whether each program has a network of its own, so that its ports are not those of the machine. */
  readonly hasOwnNetwork: boolean;
  /** What it can limit for each program, besides what it limits for all. */
  readonly limits: readonly SandboxLimit[];
  /** The command that runs `node` with these arguments. Its descriptors 0 to 4 are those of the program. */
  wrap(nodeArguments: readonly string[], access: ProgramAccess): SandboxCommand;
  /**
   * The command that runs `node` with these arguments, for a program that starts others. Its network is its own, and they all end
   * with the command. undefined: this sandbox cannot confine such a program.
   */
  readonly wrapAgent?: ((nodeArguments: readonly string[], access: AgentAccess) => SandboxCommand) | undefined;
  /** The same, with limits of all its processes together. Only for a system on which the trial of `cpus` succeeded. */
  readonly wrapAgentInScope?: Sandbox["wrapAgent"];
}

export type SandboxCommand = readonly [command: string, ...args: string[]];

/** The most memory of a confined program without a limit of its own, in MB, where the system limits it. */
export const maximumMemoryMb = 2048;
/** The most bytes that a confined program can write into its scratch folder, where the system limits them. */
export const maximumScratchBytes = 64 * 1024 * 1024;
/** The same of an agent and each program that it starts. */
export const maximumAgentMemoryMb = 8192;
/** The most processes and threads of an agent together. An old kernel counts all of its user. */
export const maximumAgentProcesses = 4096;
export const maximumAgentHomeBytes = 512 * 1024 * 1024;
