import { execFile } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseImageReference } from "../../src/service/images/imageReference.ts";
import { pushImage } from "../../src/service/images/pushImage.ts";
import { createNodeImage, toBaseImage } from "../support/containers/nodeBaseImage.ts";
import { findPodmanProblem, type Podman, startPodman } from "../support/containers/podman.ts";
import {
  findRegistryProblem,
  type RegistryProgram,
  startRegistryProgram,
} from "../support/containers/registryProgram.ts";

const problem = findPodmanProblem() ?? findRegistryProblem();
const root = join(import.meta.dirname, "../..");
const imageTool = join(root, "test/host/image.ts");
const run = promisify(execFile);

describe.skipIf(problem !== undefined)(`the service's image${problem === undefined ? "" : `: ${problem}`}`, () => {
  let podman: Podman;
  let registry: RegistryProgram;
  let folder: string;
  let base: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fairlead-service-image-"));
    [podman, registry] = await Promise.all([startPodman(), startRegistryProgram()]);
    base = `${registry.address}/base/node:24`;
    const node = createNodeImage();
    await pushImage(node, {
      ...{ target: parseImageReference(base), base: toBaseImage(node) },
      ...{ findCredentials: () => undefined, signal: new AbortController().signal },
    });
  });
  afterAll(async () => {
    await Promise.all([podman?.close(), registry?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const build = (...args: string[]) =>
    run(process.execPath, ["--no-warnings", imageTool, "--base", base, ...args], {
      env: { ...process.env, FAIRLEAD_BUILT: "1" },
    });

  test("it serves on a read-only system as a user without rights, and keeps its data after a restart", async () => {
    const archive = join(folder, "fairlead.tar");
    await build("--archive", archive);
    await podman.call("POST", "/images/load", createReadStream(archive));
    await podman.run(
      ...["run", "--detach", "--name=team", "--network=none", "--volume=data:/data"],
      ...["--read-only", "--tmpfs=/tmp", "--cap-drop=all", "--security-opt=no-new-privileges"],
      ...[`--volume=${join(root, "test/fixtures/tls")}:/tls:ro`, "localhost/fairlead:latest"],
      ...["--listen=0.0.0.0:8443", "--public-url=https://service.example"],
      ...["--tls-cert=/tls/service.pem", "--tls-key=/tls/service.key", "--drain=1"],
    );
    expect(await ask(podman, "/readyz")).toEqual({ status: 200, text: "ready" });
    const hello = JSON.parse((await podman.run("logs", "team")).split("\n", 1)[0] ?? "");
    expect(hello).toMatchObject({ url: "https://service.example", key: expect.any(String) });
    expect((await ask(podman, "/api/v1/projects", hello.key, { name: "Weather" })).status).toBe(201);

    await podman.run("stop", "--time=20", "team");
    expect((await podman.run("inspect", "--format={{.State.ExitCode}}", "team")).trim()).toBe("0");
    await podman.run("start", "team");
    const projects = await ask(podman, "/api/v1/projects", hello.key);
    expect(projects.text).toContain('"Weather"');
  });

  test("it is pushed without an engine, and again with the same digest", async () => {
    const target = `${registry.address}/team/fairlead:1`;
    const [first, second] = [await build("--push", target), await build("--push", target)];
    expect(second.stdout).toBe(first.stdout);
    const [, pushed = ""] = /^Pushed: (.*)$/m.exec(first.stdout) ?? [];
    expect(pushed).toMatch(/team\/fairlead:1@sha256:[0-9a-f]{64}$/);
    await podman.run("pull", "--tls-verify=false", pushed.replace(":1@", "@"));
  });

  test("a base image that does not exist is said with what to do", async () => {
    const failure = await run(process.execPath, [imageTool, "--base", `${registry.address}/none:1`], {
      env: { ...process.env, FAIRLEAD_BUILT: "1" },
    }).catch(({ stderr }) => stderr);
    expect(failure).toMatch(/^Cannot read .*\/none:1: .*Check the name and the tag\.\n$/m);
  });
});

/** Sends a request from inside of the container, as soon as the service listens. */
async function ask(podman: Podman, path: string, key?: string, body?: object) {
  const headers = {
    Host: "service.example",
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(body && { "Content-Type": "application/json" }),
  };
  const options = {
    ...{ host: "127.0.0.1", port: 8443, path, headers, rejectUnauthorized: false },
    method: body ? "POST" : "GET",
  };
  const program = `const { request } = require("node:https");
    const { text } = require("node:stream/consumers");
    const send = () => request(${JSON.stringify(options)}, async (response) =>
        console.log(JSON.stringify({ status: response.statusCode, text: await text(response) })))
      .on("error", (error) => { if (error.code === "ECONNREFUSED") setTimeout(send, 50); else throw error; })
      .end(${JSON.stringify(body ? JSON.stringify(body) : "")});
    send();`;
  return JSON.parse(await podman.run("exec", "team", "node", "-e", program));
}
