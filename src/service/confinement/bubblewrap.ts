import { execFile } from "node:child_process";
import { lstat, readdir, readlink, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createProgramEnvironment } from "../deployments/process/processEnvironment.ts";
import { findProgram } from "./findProgram.ts";
import { listNodeFiles } from "./nodeFiles.ts";
import {
  type AgentAccess,
  maximumAgentHomeBytes,
  maximumAgentMemoryMb,
  maximumAgentProcesses,
  maximumMemoryMb,
  maximumScratchBytes,
  type ProgramAccess,
  type Sandbox,
  type SandboxCommand,
} from "./sandbox.ts";
import { createSystemCallFilter } from "./systemCallFilter.ts";

/** The descriptor of the system call filter, after those of the program. */
const filterDescriptor = 5;

/** Limits memory, writes no core dump, yields to other programs, and runs the arguments. `$0` is the file of the filter. */
const createScript = (dataKb: number) =>
  `ulimit -c 0; ulimit -d ${dataKb}; exec nice -n 10 "$@" ${filterDescriptor}<"$0"`;

/**
 * Limits the processes and threads of the sandbox, where it runs: a limit outside counts all that the user runs (setrlimit(2)). The kernel
 * counts none for root. The letter of the limit depends on the shell.
 */
const limitProcesses = `{ ulimit -p ${maximumAgentProcesses} || ulimit -u ${maximumAgentProcesses}; } 2>/dev/null; exec "$@"`;

/** The user and group that a program sees as its own. Outside it stays that of the service, which owns files and, as root, the kernel's settings. */
const nobody = "65534";

/** What a scope counts besides a server's own limit: the code of Node, and what the system buffers. */
const scopeMarginMb = 256;
const maximumServerTasks = 512;

/** The part of a program's memory that JavaScript objects may take. The rest is for buffers and for Node itself. */
const heapShare = 0.75;

/**
 * Confines programs by bubblewrap: files, processes, network, users and everything else that Linux separates are their own. Only Node,
 * its libraries and the program's folder exist, read-only. `folder` keeps the filter. Rejects with the reason why this is not possible.
 */
export async function createBubblewrap(folder: string): Promise<Sandbox> {
  const bubblewrap = await findProgram("bwrap");
  if (bubblewrap === undefined) throw new Error("bubblewrap is not installed");
  const filterFile = await writeFilter(join(folder, "filter"), {});
  const agentFilterFile = await writeFilter(join(folder, "agent-filter"), { startsProcesses: true });
  const systemMounts = await listSystemMounts();
  const node = await realpath(process.execPath);
  const readable = listNodeFiles(node);
  const [reservedKb, scope] = await Promise.all([readReservedKb(node), findSystemdScope()]);
  const separate = [
    "--unshare-all",
    ...["--unshare-user", "--uid", nobody, "--gid", nobody],
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    ...scopeVariables.flatMap((name) => ["--unsetenv", name]),
  ];
  const wrapAgent: NonNullable<Sandbox["wrapAgent"]> = (nodeArguments, access) => [
    ...(["/bin/sh", "-c", createScript(maximumAgentMemoryMb * 1024), agentFilterFile] as const),
    ...[bubblewrap, ...separate, "--seccomp", String(filterDescriptor)],
    ...[...systemMounts, ...listAgentMounts(readable, access)],
    ...["--chdir", access.home, "--", "/bin/sh", "-c", limitProcesses, "sh", node, ...nodeArguments],
  ];
  return {
    name: "bubblewrap",
    hasOwnNetwork: true,
    limits: scope ? ["memoryMb", "cpus"] : ["memoryMb"],
    wrap: (nodeArguments, program) => {
      const { memoryMb, cpus } = program.limits ?? {};
      const dataKb = memoryMb === undefined ? maximumMemoryMb * 1024 : reservedKb + memoryMb * 1024;
      const heap = memoryMb === undefined ? [] : [`--max-heap-size=${Math.floor(memoryMb * heapShare)}`];
      const command = [
        ...["/bin/sh", "-c", createScript(dataKb), filterFile],
        ...[bubblewrap, ...separate, "--seccomp", String(filterDescriptor)],
        ...listMounts(readable, program),
        ...["--chdir", program.scratch ?? program.folder, "--", node, ...heap, ...nodeArguments],
      ] as const;
      if (cpus === undefined || !scope) return command;
      const together = (memoryMb ?? maximumMemoryMb) + scopeMarginMb;
      return scope.wrap({ cpus, memoryMb: together, tasks: maximumServerTasks }, command);
    },
    wrapAgent,
    ...(scope && {
      wrapAgentInScope: (nodeArguments, access) =>
        scope.wrap({ memoryMb: maximumAgentMemoryMb, tasks: maximumAgentProcesses }, wrapAgent(nodeArguments, access)),
    }),
  };
}

async function writeFilter(file: string, options: Parameters<typeof createSystemCallFilter>[0]): Promise<string> {
  const filter = createSystemCallFilter(options);
  if (!filter) throw new Error(`there is no system call filter for ${process.arch}`);
  await writeFile(file, filter, { mode: 0o600 });
  return file;
}

const systemFolders = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"] as const;
/** What programs read of the system's settings: certificates without their keys, names of users, and where libraries are. */
const systemSettings = [
  ...["alternatives", "ld.so.cache", "passwd", "pki/ca-trust", "pki/tls/cert.pem", "pki/tls/certs"],
  ...["ssl/cert.pem", "ssl/certs", "ssl/openssl.cnf"],
] as const;

/** The programs and libraries of the system, for programs that start others. */
async function listSystemMounts(): Promise<readonly string[]> {
  const folders = systemFolders.map(async (path) => {
    const target = await readlink(path).catch(() => undefined);
    return target === undefined ? ["--ro-bind-try", path, path] : ["--symlink", target, path];
  });
  const others = ["/usr", "/nix/store", ...systemSettings.map((name) => `/etc/${name}`)];
  return [
    ...(await Promise.all(folders)).flat(),
    ...others.flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--proc", "/proc", ...(await hideKernelFiles()), "--tmpfs", "/proc/sys", "--remount-ro", "/proc/sys"],
    ...["--remount-ro", "/proc"],
    ...["--dev", "/dev", "--remount-ro", "/dev"],
    ...["--size", String(maximumScratchBytes), "--tmpfs", "/tmp"],
  ];
}

/** Hides what the kernel shows to root only. A service that is root reads it without any capability. */
async function hideKernelFiles(): Promise<string[]> {
  const files = (await readdir("/proc", { withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = [...files.map(({ name }) => name), "tty/driver/serial"].map(async (name) => {
    const { mode = 0o004 } = (await lstat(join("/proc", name)).catch(() => undefined)) ?? {};
    return (mode & 0o004) === 0 ? ["--ro-bind", "/dev/null", join("/proc", name)] : [];
  });
  return (await Promise.all(paths)).flat();
}

function listAgentMounts(node: readonly string[], { readable, home, socket }: AgentAccess): string[] {
  const isOfSystem = (path: string) => ["/usr", ...systemFolders].some((folder) => path.startsWith(`${folder}/`));
  return [
    ...["--size", String(maximumAgentHomeBytes), "--tmpfs", home],
    ...[...node, ...readable, socket].filter((path) => !isOfSystem(path)).flatMap((path) => ["--ro-bind", path, path]),
    ...["--remount-ro", "/"],
  ];
}

function listMounts(readable: readonly string[], { folder, scratch, socket }: ProgramAccess): string[] {
  const readOnly = [...readable, folder, ...(socket === undefined ? [] : [socket])];
  return [
    ...readOnly.flatMap((path) => ["--ro-bind", path, path]),
    ...(scratch === undefined ? [] : ["--size", String(maximumScratchBytes), "--tmpfs", scratch]),
    ...["--remount-ro", "/"],
  ];
}

const script = 'process.stdout.write(require("fs").readFileSync("/proc/self/status"))';

/**
 * The memory that Node reserves and does not use, in kB: most is for machine code. A limit of data counts it too, so the limit
 * of a program has to be higher by this much.
 */
async function readReservedKb(node: string): Promise<number> {
  const { stdout } = await promisify(execFile)(node, ["--eval", script], {
    env: createProgramEnvironment(process.env),
  });
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(stdout)?.[1] ?? Number.NaN);
  const reservedKb = read("VmData") - read("RssAnon");
  if (!(reservedKb > 0)) throw new Error("the system does not say how much memory a program has reserved");
  return reservedKb;
}

/** The variable that leads to the user's systemd. */
const userSystemdVariable = "XDG_RUNTIME_DIR";
/** The variables that a command in a scope has besides its own. */
const scopeVariables = [userSystemdVariable, "INVOCATION_ID"] as const;

/** What all processes of a command have together, with what they share. */
interface ScopeLimits {
  readonly cpus?: number | undefined;
  readonly memoryMb: number;
  /** Processes and threads. */
  readonly tasks: number;
}

/** Runs commands in scopes of the user's systemd, which limits them by cgroup v2 (systemd.resource-control(5)). */
interface SystemdScope {
  /** The command keeps its process and its descriptors. */
  wrap(limits: ScopeLimits, command: SandboxCommand): SandboxCommand;
}

/** undefined: this user has no systemd of its own. Whether it may limit anything is not known before it is tried. */
async function findSystemdScope(): Promise<SystemdScope | undefined> {
  const folder = process.env[userSystemdVariable];
  const [systemdRun, env] = await Promise.all([findProgram("systemd-run"), findProgram("env")]);
  if (!folder || systemdRun === undefined || env === undefined) return undefined;
  return {
    wrap: ({ cpus, memoryMb, tasks }, command) => [
      ...([env, `${userSystemdVariable}=${folder}`, systemdRun] as const),
      ...["--user", "--scope", "--quiet", "--collect"],
      ...(cpus === undefined ? [] : [`--property=CPUQuota=${formatQuota(cpus)}`]),
      ...[`--property=MemoryMax=${memoryMb}M`, `--property=TasksMax=${tasks}`, "--", ...command],
    ],
  };
}

/** systemd reads whole percents in all versions, and 0 would remove the limit. */
const formatQuota = (cpus: number) => `${Math.max(1, Math.round(cpus * 100))}%`;
