import { spawn } from "node:child_process";
import { nodeFile, projectEnvironment, root } from "./prepare/paths.mjs";

export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a Node script to its end; `show` also prints its output immediately. */
export function runNode(
  args: readonly string[],
  {
    show = false,
    env = {},
    cwd = root,
  }: { readonly show?: boolean; readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(nodeFile, args, {
    cwd,
    env: { ...projectEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output += String(data);
      if (show) process.stderr.write(data);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Builds all bundles. The tests and programs that this process starts then use them, and build none of their own. */
export async function build(): Promise<void> {
  const { code, output } = await runNode(["esbuild.mjs", "--production"]);
  if (code !== 0) throw new Error(`The build failed.\n${output}`);
  process.env.FAIRLEAD_BUILT = "1";
}
