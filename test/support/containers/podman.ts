import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** A Podman of this test: its containers and images are in a temporary folder. */
export interface Podman {
  /** The socket of its Engine API. */
  readonly socket: string;
  /** Runs `podman` with these arguments and returns its standard output. */
  run(...args: string[]): Promise<string>;
  /** Calls the Engine API, in the version of Docker that Podman follows, and fails if the status is not 2xx. */
  call(method: string, path: string, body?: string | Readable): Promise<string>;
  /** Removes the containers, ends the service and removes its folder. */
  close(): Promise<void>;
}

/** Why suites with containers cannot run on this machine, or undefined if they can. */
export function findPodmanProblem(): string | undefined {
  if (process.platform !== "linux") return "Podman runs containers without a virtual machine on Linux only";
  const { status, error } = spawnSync("podman", ["--version"]);
  return error || status !== 0 ? "the program podman is not installed" : undefined;
}

/** The image of the container that holds the namespaces of a pod, where a test has loaded it. Podman's own needs one more package. */
export const pauseImage = "localhost/fairlead-test/pause:1";

/** Limits above those of a small machine make its runtime fail. */
const containersConf = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
[engine]
infra_image = "${pauseImage}"
`;

export async function startPodman(): Promise<Podman> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-podman-"));
  const socket = join(folder, "api.sock");
  writeFileSync(join(folder, "containers.conf"), containersConf);
  const env = { ...process.env, CONTAINERS_CONF: join(folder, "containers.conf") };
  const start = (args: readonly string[]) =>
    spawn("podman", [...createOptions(folder), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const run = (...args: string[]) => readOutput(start(args), args);
  const service = start(["--log-level=info", "system", "service", "--time=0", `unix://${socket}`]);
  try {
    await waitUntilListening(service);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const close = async () => {
    await run("rm", "--all", "--force", "--time=0");
    const ended = once(service, "exit");
    service.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { socket, run, call: (method, path, body) => callEngine(socket, method, path, body), close };
}

/** `skip_mount_home` leaves no mount behind, so that the folder can be removed. A machine without systemd has only plain cgroups. */
function createOptions(folder: string): string[] {
  const isBooted = existsSync("/run/systemd/system");
  const hasRunc = spawnSync("runc", ["--version"]).status === 0;
  return [
    ...["--root", join(folder, "root"), "--runroot", join(folder, "run"), "--tmpdir", join(folder, "tmp")],
    ...["--storage-driver", "overlay", "--storage-opt", "overlay.skip_mount_home=true"],
    ...(isBooted ? [] : ["--cgroup-manager", "cgroupfs"]),
    ...(hasRunc ? ["--runtime", "runc"] : []),
  ];
}

/** The service logs a line as soon as its socket accepts connections. */
function waitUntilListening(service: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  service.stderr?.on("data", (chunk) => {
    if (output.includes("API service listening")) return;
    output += chunk;
    if (output.includes("API service listening")) resolve();
  });
  service.stdout?.resume();
  service.once("error", reject);
  service.once("exit", () => reject(new Error(`Podman's service did not start: ${output}`)));
  return promise;
}

async function readOutput(child: ChildProcess, args: readonly string[]): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error("The output of podman is not piped.");
  const exit = once(child, "exit");
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  if (code !== 0) throw new Error(`podman ${args.join(" ")} failed: ${errors}`);
  return output;
}

async function callEngine(socketPath: string, method: string, path: string, body?: string | Readable): Promise<string> {
  const type = typeof body === "string" ? "application/json" : "application/x-tar";
  const sent = request({ socketPath, method, path: `/v1.41${path}`, headers: body ? { "Content-Type": type } : {} });
  const responded = once(sent, "response");
  if (body === undefined || typeof body === "string") sent.end(body);
  else await pipeline(body, sent);
  const [response] = await responded;
  const content = await text(response);
  if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${content}`);
  return content;
}
