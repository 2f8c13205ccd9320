import { execFile } from "node:child_process";
import { builtService } from "../testBuild.ts";

/** Runs a command of the bundled service, such as `backup`, to its end. */
export async function runServiceCommand(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = await builtService();
  return new Promise((resolve) => {
    execFile(process.execPath, ["--no-warnings", program, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}
