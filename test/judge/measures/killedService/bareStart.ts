import { spawn } from "node:child_process";
import { once } from "node:events";

const program = `require("node:http").createServer().listen(0, "127.0.0.1", () => console.log("ready"));`;

/** Measures the start of a program that only listens, as the current cost of a start on this machine. */
export async function bareStartMs(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  const took = performance.now() - started;
  child.kill("SIGKILL");
  await once(child, "close");
  return took;
}
