import { spawn } from "node:child_process";

export interface AgentProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Called with the text so far. */
  readonly onOutput?: (text: string) => void;
  /** Ends the process when it is true of its output. */
  readonly isDone?: (text: string) => boolean;
}

const timeoutMs = 120_000;

/** Runs an agent in a process group of its own, which ends with it. Returns what it printed. */
export function runAgent({ command, args, cwd, environment, input, onOutput, isDone }: AgentProcess): Promise<string> {
  const child = spawn(command, args, { cwd, env: environment, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  const end = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(end, timeoutMs);
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    onOutput?.(output);
    if (isDone?.(output)) end();
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  child.stdin.on("error", () => undefined);
  if (input !== undefined) child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => {
      clearTimeout(timer);
      end();
      resolve(output);
    });
  });
}
