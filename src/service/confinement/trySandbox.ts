import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { createProgramEnvironment } from "../deployments/process/processEnvironment.ts";
import { findFreePort } from "../network/freePort.ts";
import type { Sandbox } from "./sandbox.ts";

/** What the program of the trial did. Only `socket` and `ownPort` may be true. */
const trialResult = z.object({
  file: z.boolean(),
  ownFolder: z.boolean(),
  otherFolder: z.boolean(),
  network: z.boolean(),
  process: z.boolean(),
  signal: z.boolean(),
  socket: z.boolean(),
  ownPort: z.boolean(),
});

/** Tries, without Node's permission model, what a confined program must not be able to do, and reports on standard output. */
const program = `
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
const [file, ownFile, otherFile, port, ownPort, socket, pid] = process.argv.slice(2);
const succeeds = (attempt) => {
  try {
    return attempt() !== false;
  } catch {
    return false;
  }
};
const reaches = (target) =>
  new Promise((resolve) => {
    const connection = connect(target);
    connection.on("connect", () => resolve(true)).on("error", () => resolve(false)).on("close", () => resolve(false));
    connection.on("connect", () => connection.destroy());
  });
const own = createServer((connection) => connection.end()).on("error", () => {}).listen(Number(ownPort), "127.0.0.1");
console.log(JSON.stringify({
  file: succeeds(() => readFileSync(file)),
  ownFolder: succeeds(() => writeFileSync(ownFile, "")),
  otherFolder: succeeds(() => writeFileSync(otherFile, "")),
  network: await reaches({ host: "127.0.0.1", port: Number(port) }),
  process: succeeds(() => spawnSync(process.execPath, ["-v"]).status === 0),
  signal: succeeds(() => process.kill(Number(pid), 0)),
  socket: await reaches({ path: socket }),
  ownPort: await reaches({ host: "127.0.0.1", port: Number(ownPort) }),
}));
own.close();
`;

const timeLimitMs = 20_000;

/** Runs a program that tries to leave the sandbox. Rejects if it does, or if it cannot run. */
export async function trySandbox(sandbox: Sandbox, parent: string): Promise<void> {
  const base = await realpath(await mkdtemp(join(parent, "trial-")));
  const folder = join(base, "program");
  const scratch = join(base, "scratch");
  for (const path of [folder, scratch]) await mkdir(path);
  await writeFile(join(folder, "trial.mjs"), program);
  const secret = join(base, "secret");
  await writeFile(secret, "secret");
  const socket = join(base, "socket");
  const servers = await Promise.all([listen({ host: "127.0.0.1", port: 0 }), listen({ path: socket })]);
  try {
    const address = servers[0].address();
    const port = typeof address === "object" && address ? address.port : 0;
    const ownPort = await findFreePort();
    const args = [
      join(folder, "trial.mjs"),
      secret,
      join(folder, "written"),
      join(base, "written"),
      String(port),
      String(ownPort),
      socket,
      String(process.pid),
    ];
    const access = { folder, scratch, socket, ports: [ownPort] };
    const { success, data, error } = trialResult.safeParse(await run(sandbox.wrap(args, access)));
    if (!success) throw new Error(`the trial of ${sandbox.name} reported nothing (${z.prettifyError(error)})`);
    const { socket: isReached, ownPort: isOpen, ...forbidden } = data;
    const [done] = Object.entries(forbidden).find(([, isPossible]) => isPossible) ?? [];
    if (done !== undefined) throw new Error(`${sandbox.name} does not confine on this machine (${done})`);
    if (!isReached) throw new Error(`${sandbox.name} does not let a program reach its service`);
    if (!isOpen) throw new Error(`${sandbox.name} does not let a program listen at its own port`);
  } finally {
    for (const server of servers) server.close();
  }
}

async function run([command, ...args]: ReturnType<Sandbox["wrap"]>): Promise<unknown> {
  const child = spawn(command, args, {
    env: createProgramEnvironment(process.env),
    stdio: ["ignore", "pipe", "pipe", "ignore", "ignore"],
    timeout: timeLimitMs,
    killSignal: "SIGKILL",
  });
  const output: [string, string] = ["", ""];
  for (const [index, stream] of [child.stdout, child.stderr].entries())
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output[index] = (output[index] ?? "") + text;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  if (code !== 0) throw new Error(output[1].trim().split("\n").at(-1) || `its trial ended with ${code ?? "a signal"}`);
  return JSON.parse(output[0]);
}

function listen(address: { readonly host: string; readonly port: number } | { readonly path: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<Server>();
  const server = createServer((socket) => socket.on("error", () => undefined).resume());
  server.once("error", reject).listen(address, () => resolve(server));
  return promise;
}
