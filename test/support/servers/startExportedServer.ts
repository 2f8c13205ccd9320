import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface ExportedServerProcess {
  /** The URL of its MCP endpoint. */
  readonly url: string;
  stop(): void;
}

/** Starts an exported folder as its README says, on a free port. Resolves when the server listens. */
export async function startExportedServer(folder: string): Promise<ExportedServerProcess> {
  const env = { ...process.env, PORT: "0" };
  const child = spawn(process.execPath, ["--env-file=.env", "server.mjs"], { cwd: folder, env });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on("line", (line) => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
  });
  return { url, stop: () => void child.kill() };
}
