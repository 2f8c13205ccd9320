import { spawn } from "node:child_process";
import { constants } from "node:os";
import { addBubblewrap } from "./bubblewrap.mjs";
import { nodeFile, projectEnvironment, root } from "./paths.mjs";

/** Runs a script under the project's Node in place of this process: same streams, signals passed on, same end. */
export async function runNode(script, scriptArguments) {
  const environment = projectEnvironment();
  const child = spawn(nodeFile, [script, ...scriptArguments], {
    cwd: root,
    env: { ...environment, PATH: addBubblewrap(environment.PATH) },
    stdio: "inherit",
  });
  // A terminal sends Ctrl+C to both processes, and npm sends SIGTERM to this one only: the child decides when it has ended.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve) => child.once("close", (...end) => resolve(end)));
  process.exit(code ?? 128 + constants.signals[signal]);
}
