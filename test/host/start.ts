// `npm start`: a real VS Code at a printed URL, with Fairlead installed and a sample workspace. Ctrl+C stops all of it.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installExtension, startEditor } from "./editor.ts";
import { PortTakenError } from "./front.ts";
import { toolsFolder } from "./prepare/paths.mjs";
import { build } from "./run.ts";
import { layOutSamples } from "./samples.ts";
import { packageExtension } from "./vsix.ts";

const defaultPort = 8420;

try {
  await start(readPort());
} catch (error) {
  process.stderr.write(`start: ${error instanceof Error ? error.message : error}\n`);
  if (error instanceof PortTakenError) process.stderr.write("start: npm start -- --port N\n");
  process.exitCode = 1;
}

async function start(port: number): Promise<void> {
  const folder = join(toolsFolder, "start");
  const workspace = join(folder, "workspace");
  const folders = { userDataDir: join(folder, "data"), extensionsDir: join(folder, "extensions") };
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  say("building and packaging Fairlead ...");
  await build();
  const vsix = await packageExtension();
  layOutSamples(workspace);
  say("installing it into VS Code ...");
  await installExtension(vsix, folders);
  const extraSettings = { "workbench.startupEditor": "readme" };
  const editor = await startEditor({ ...folders, workspace, port, extraSettings });
  process.stdout.write(`\n  VS Code with Fairlead:  ${editor.url}\n  Begin with README.md there. Ctrl+C stops it.\n\n`);
  await interrupted;
  say("stopping ...");
  await editor.stop();
}

function readPort(): number {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const port = Number(values.port ?? defaultPort);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`--port must be a number from 1 to 65535, not "${values.port}".`);
}

function say(line: string): void {
  process.stderr.write(`start: ${line}\n`);
}
