import { execFile } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { createImage, type Image } from "../../src/service/images/image.ts";
import { createImageArchive } from "../../src/service/images/imageArchive.ts";
import { createImageLayer } from "../../src/service/images/imageLayer.ts";
import { parseImageReference } from "../../src/service/images/imageReference.ts";
import { pushImage } from "../../src/service/images/pushImage.ts";
import { createNodeImage, toBaseImage } from "../support/containers/nodeBaseImage.ts";
import { findPodmanProblem, type Podman, pauseImage, startPodman } from "../support/containers/podman.ts";
import {
  findRegistryProblem,
  type RegistryProgram,
  startRegistryProgram,
} from "../support/containers/registryProgram.ts";

const problem = findPodmanProblem() ?? findRegistryProblem();
const root = join(import.meta.dirname, "../..");
const imageTool = join(root, "test/host/image/image.ts");
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
    const archive = join(folder, "fairlead.tar");
    await build("--archive", archive);
    await podman.call("POST", "/images/load", createReadStream(archive));
  });
  afterAll(async () => {
    await Promise.all([podman?.close(), registry?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const build = (...args: string[]) => run(process.execPath, ["--no-warnings", imageTool, "--base", base, ...args]);

  test("it serves on a read-only system as a user without rights, and keeps its data after a restart", async () => {
    await podman.run(
      ...["run", "--detach", "--name=team", "--network=none", "--volume=data:/data"],
      ...["--read-only", "--tmpfs=/tmp", "--cap-drop=all", "--security-opt=no-new-privileges"],
      ...[`--volume=${join(root, "test/fixtures/tls")}:/tls:ro`, "localhost/fairlead:latest"],
      ...["--listen=0.0.0.0:8443", "--public-url=https://service.example"],
      ...["--tls-cert=/tls/service.pem", "--tls-key=/tls/service.key", "--drain=1"],
    );
    expect(await ask(podman, "team", "/readyz")).toEqual({ status: 200, text: "ready" });
    const hello = JSON.parse((await podman.run("logs", "team")).split("\n", 1)[0] ?? "");
    expect(hello).toMatchObject({ url: "https://service.example", key: expect.any(String) });
    expect((await ask(podman, "team", "/api/v1/projects", hello.key, { name: "Weather" })).status).toBe(201);

    await podman.run("stop", "--time=20", "team");
    expect((await podman.run("inspect", "--format={{.State.ExitCode}}", "team")).trim()).toBe("0");
    await podman.run("start", "team");
    const projects = await ask(podman, "team", "/api/v1/projects", hello.key);
    expect(projects.text).toContain('"Weather"');
  });

  test("the pod of kubernetes.yaml runs, with its volume, certificate and rights", async () => {
    const file = join(folder, "kubernetes.yaml");
    await podman.call("POST", "/images/load", createImageArchive(createPauseImage(), pauseImage));
    writeFileSync(file, createPlayedManifest());
    // Podman 4.3 plays no secrets, but reads those of its own, without decoding them.
    writeFileSync(join(folder, "secret.yaml"), createTlsSecret());
    await podman.run("secret", "create", "fairlead-tls", join(folder, "secret.yaml"));
    await podman.run("kube", "play", "--network=none", file);
    expect(await ask(podman, "fairlead-pod-0-fairlead", "/readyz")).toEqual({ status: 200, text: "ready" });
    const [user, files] = (await podman.run("exec", "fairlead-pod-0-fairlead", "node", "-e", readRights))
      .trim()
      .split(" ");
    expect([user, files]).toEqual(["65532", "EROFS"]);
    await podman.run("kube", "down", file);
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
    const failure = await run(process.execPath, [imageTool, "--base", `${registry.address}/none:1`]).catch(
      ({ stderr }) => stderr,
    );
    expect(failure).toMatch(/^Cannot read .*\/none:1: .*Check the name and the tag\.\n$/m);
  });
});

/** The user of the container, and what a write to its system fails with. */
const readRights = `try { require("node:fs").writeFileSync("/fairlead/new", ""); } catch ({ code }) { console.log(process.getuid(), code); }`;

/**
 * `kubernetes.yaml` with the image and a certificate of the test. Podman tries probes with a program that the image does not have, and
 * opens ports on a bridge that stays behind.
 */
function createPlayedManifest(): string {
  const text = readFileSync(join(root, "media/deploy/kubernetes.yaml"), "utf8");
  const objects = parseAllDocuments(text).map((document) => document.toJS());
  const deployment = objects.find(({ kind }) => kind === "Deployment");
  const [container] = deployment.spec.template.spec.containers;
  const { startupProbe: _1, livenessProbe: _2, readinessProbe: _3, ports: _4, ...played } = container;
  deployment.spec.template.spec.containers = [{ ...played, image: "localhost/fairlead:latest" }];
  // Podman 4.3 crashes without the value that Kubernetes has by default.
  for (const { secret } of deployment.spec.template.spec.volumes) if (secret) secret.optional = false;
  // Podman has no fsGroup, but annotations.
  const claim = objects.find(({ kind }) => kind === "PersistentVolumeClaim");
  claim.metadata.annotations = { "volume.podman.io/uid": "65532", "volume.podman.io/gid": "65532" };
  // Podman has no namespaces.
  return objects
    .filter(({ kind }) => kind !== "Namespace")
    .map((object) => stringify(object))
    .join("---\n");
}

function createPauseImage(): Image {
  const command = ["node", "-e", "setInterval(() => {}, 1e9)"];
  return createImage(toBaseImage(createNodeImage()), createImageLayer([]), {
    ...{ user: "0:0", workingDir: "/", command, labels: {} },
  });
}

function createTlsSecret(): string {
  const readTls = (name: string) => readFileSync(join(root, "test/fixtures/tls", name), "utf8");
  return stringify({
    ...{ apiVersion: "v1", kind: "Secret", type: "kubernetes.io/tls", metadata: { name: "fairlead-tls" } },
    data: { "tls.crt": readTls("service.pem"), "tls.key": readTls("service.key") },
  });
}

/** Sends a request from inside of the container, as soon as the service listens. */
async function ask(podman: Podman, container: string, path: string, key?: string, body?: object) {
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
  return JSON.parse(await podman.run("exec", container, "node", "-e", program));
}
