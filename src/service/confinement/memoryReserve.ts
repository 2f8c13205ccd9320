import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createProgramEnvironment } from "../deployments/process/processEnvironment.ts";

const script = 'process.stdout.write(require("fs").readFileSync("/proc/self/status"))';

/**
 * The memory that Node reserves and does not use, in kB: most is for machine code. A limit of data counts it too, so the limit
 * of a program has to be higher by this much.
 */
export async function readReservedKb(node: string): Promise<number> {
  const { stdout } = await promisify(execFile)(node, ["--eval", script], {
    env: createProgramEnvironment(process.env),
  });
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(stdout)?.[1] ?? Number.NaN);
  const reservedKb = read("VmData") - read("RssAnon");
  if (!(reservedKb > 0)) throw new Error("the system does not say how much memory a program has reserved");
  return reservedKb;
}
