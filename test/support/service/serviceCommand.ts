import { execFile } from "node:child_process";
import { serviceProgram } from "./serviceProcess.ts";

/** Runs a command of the bundled service, such as `backup`, to its end. */
export function runServiceCommand(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--no-warnings", serviceProgram, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}
