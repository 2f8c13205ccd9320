import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { build } from "../host/run.ts";
import { importNodeImage, pauseCommand } from "../support/containers/importImage.ts";
import { findPodmanProblem, type Podman, pauseImage, startPodman } from "../support/containers/podman.ts";

const problem = findPodmanProblem();
const root = join(import.meta.dirname, "../..");

describe.skipIf(problem !== undefined)(`the service's image${problem === undefined ? "" : `: ${problem}`}`, () => {
  let podman: Podman;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fairlead-service-image-"));
    podman = await startPodman();
    // The name that the Dockerfile has, so that nothing is pulled.
    await importNodeImage(podman, "docker.io/library/node:24-slim");
    if (!process.env.FAIRLEAD_BUILT) await build();
    const file = join(root, "media/deploy/Dockerfile");
    await podman.run("build", "--pull=never", "--file", file, "--tag=localhost/fairlead:latest", root);
  });
  afterAll(async () => {
    await podman?.close();
    rmSync(folder, { recursive: true, force: true });
  });

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
    await importNodeImage(podman, pauseImage, pauseCommand);
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
