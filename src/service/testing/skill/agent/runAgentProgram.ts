import type { ChildProcess } from "node:child_process";
import { delimiter, join } from "node:path";
import type { Sandbox } from "../../../confinement/sandbox.ts";
import { createProgramEnvironment } from "../../../deployments/process/processEnvironment.ts";
import { killWatched, type ProcessWatch, startBarrierSource } from "../../../deployments/process/processWatch.ts";
import { type ProgramEnd, runProgram } from "../runProgram.ts";
import type { AgentProgram } from "./findAgentProgram.ts";

export interface AgentProgramRun {
  readonly program: AgentProgram;
  readonly arguments: readonly string[];
  /** Variables besides those that every program has. */
  readonly environment: Readonly<Record<string, string>>;
  /** The standard input. */
  readonly input: string;
  /** The folder with the first files of the home. It is the home itself where the agent is not confined. */
  readonly files: string;
  readonly home: string;
  /** undefined: nothing confines the agent. */
  readonly confinement: AgentConfinement | undefined;
}

export interface AgentConfinement {
  readonly wrapAgent: NonNullable<Sandbox["wrapAgent"]>;
  /** The socket of the gateway, and the port of 127.0.0.1 that leads to it. */
  readonly socket: string;
  readonly port: number;
}

/** Bytes per stream. Agents write the whole results of their tools. */
export const maximumAgentOutput = 4 * 2 ** 20;
/** How long the last output of an agent is read after its end. */
const restMs = 1000;
/** The working directory, in the agent's home. */
export const agentWorkFolder = "work";
export const agentTemporaryFolder = "tmp";

/**
 * Starts the agent when the process watch knows this process. In a sandbox it first copies the files into the empty home, and carries
 * connections to the gateway's socket.
 */
const launcher = `${startBarrierSource}
import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { once } from "node:events";
import { connect, createServer } from "node:net";
const [files, home, socket, port, folder, command, ...args] = process.argv.slice(1);
if (files !== home) cpSync(files, home, { recursive: true });
if (socket !== "") {
  const server = createServer({ allowHalfOpen: true }, (one) => {
    const other = connect({ path: socket, allowHalfOpen: true });
    for (const [from, to] of [[one, other], [other, one]]) from.on("error", () => to.destroy()).on("close", () => to.end()).pipe(to);
  });
  server.listen(Number(port), "127.0.0.1");
  await once(server, "listening");
}
delete process.env.ELECTRON_RUN_AS_NODE;
const child = spawn(command, args, { cwd: folder, stdio: "inherit" });
child.on("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on("exit", (code) => process.exit(code ?? 1));
`;

/**
 * Runs an agent in its own process group, which ends as a whole with it, with the signal, or with the service. Resolves when the
 * program has exited.
 */
export async function runAgentProgram(
  run: AgentProgramRun,
  watch: ProcessWatch,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const { files: folder, input } = run;
  const program = { command: createCommand(run), folder, environment: createEnvironment(run), input };
  return runProgram({ ...program, maxOutput: maximumAgentOutput, onStart: endGroupAtExit }, watch, signal);
}

/** What the agent leaves running would keep its output open. Without a sandbox, a program in a group of its own survives. */
function endGroupAtExit(child: ChildProcess): void {
  child.once("exit", () => {
    killWatched(child);
    setTimeout(() => {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    }, restMs).unref();
  });
}

function createCommand({ program, files, home, confinement, ...run }: AgentProgramRun): readonly [string, ...string[]] {
  const { socket = "", port = 0 } = confinement ?? {};
  const agent = confinement ? program.command : [program.path];
  const nodeArguments = [
    ...["--input-type=module", "--eval", launcher, "--", files, home, socket, String(port)],
    ...[join(home, agentWorkFolder), ...agent, ...run.arguments],
  ];
  const readable = [...program.readable, files];
  return confinement?.wrapAgent(nodeArguments, { readable, home, socket }) ?? [process.execPath, ...nodeArguments];
}

/** The folders of a system's own programs. */
const systemPath = ["/usr/local/bin", "/usr/bin", "/bin"] as const;

/** The whole environment of an agent. */
function createEnvironment({ program, home, environment, confinement }: AgentProgramRun): Record<string, string> {
  const path = confinement ? [...program.folders, ...systemPath].join(delimiter) : (process.env.PATH ?? "");
  return {
    ...createProgramEnvironment(process.env),
    PATH: path,
    HOME: home,
    TMPDIR: join(home, agentTemporaryFolder),
    TZ: "UTC",
    LANG: "C.UTF-8",
    ...environment,
  };
}
