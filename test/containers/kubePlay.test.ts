import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { KubernetesObject } from "../../src/kubernetes/kubernetesObject.ts";
import { createServerObjects } from "../../src/kubernetes/serverObjects.ts";
import { createVersionImage } from "../../src/service/deployments/runners/createVersionImage.ts";
import { createImage } from "../../src/service/images/image.ts";
import { createImageArchive } from "../../src/service/images/imageArchive.ts";
import { createImageLayer } from "../../src/service/images/imageLayer.ts";
import { createFileListDigest } from "../../src/service/storage/sha256Digest.ts";
import { createNodeImage, toBaseImage } from "../support/containers/nodeBaseImage.ts";
import { findPodmanProblem, type Podman, pauseImage, startPodman } from "../support/containers/podman.ts";
import type { ApiObject } from "../support/kubernetes/apiObject.ts";
import { createTinyServerFiles, tinyEntry } from "../support/servers/tinyServer.ts";

const problem = findPodmanProblem();
const image = "localhost/fairlead-test/weather:1";

/** Asks the server for a tool call inside of its container, and says whether the system can be written. */
const askServer = `
  const { writeFileSync } = require("node:fs");
  const tryWrite = (path) => { try { writeFileSync(path, ""); return "written"; } catch ({ code }) { return code; } };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: {} } };
  (async () => {
    const response = await fetch("http://127.0.0.1:8080/mcp", { method: "POST", body: JSON.stringify(body) });
    const echo = JSON.parse((await response.json()).result.content[0].text);
    console.log(JSON.stringify({ key: echo.env.API_KEY, user: process.getuid(), system: tryWrite("/server/x"), tmp: tryWrite("/tmp/x") }));
  })();`;

describe.skipIf(problem !== undefined)(`the pod of a server in Podman${problem ? `: ${problem}` : ""}`, () => {
  let podman: Podman;
  const folder = mkdtempSync(join(tmpdir(), "fairlead-kube-play-"));

  beforeAll(async () => {
    podman = await startPodman();
    const base = toBaseImage(createNodeImage());
    const pause = { user: "0:0", workingDir: "/", command: ["node", "-e", "setInterval(() => {}, 1e9)"], labels: {} };
    const files = createTinyServerFiles("healthy");
    for (const { path, content } of files) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const digest = createFileListDigest(files.map(({ path, content }) => ({ path, content: Buffer.from(content) })));
    const version = { folder, files: files.map(({ path }) => path), entry: tinyEntry, digest, packageFiles: [] };
    const server = await createVersionImage(version, base);
    await podman.call(
      "POST",
      "/images/load",
      createImageArchive(createImage(base, createImageLayer([]), pause), pauseImage),
    );
    await podman.call("POST", "/images/load", createImageArchive(server, image));
  });
  afterAll(async () => {
    await podman?.close();
    rmSync(folder, { recursive: true });
  });

  test("runs without rights, reads its variables from the Secret and answers", async () => {
    const objects = createServerObjects({
      ...{
        name: "weather",
        namespace: "servers",
        image,
        environment: { API_KEY: "a secret" },
        limits: {},
        replicas: 1,
      },
      network: { callers: [], privateHosts: [] },
    });
    const file = join(folder, "weather.yaml");
    writeFileSync(
      file,
      objects
        .filter(({ kind }) => kind === "Deployment")
        .map(createPlayedObject)
        .join("---\n"),
    );
    const secret = objects.find(({ kind }) => kind === "Secret");
    // Podman 4.3 plays no secrets, but reads those of its own: the values of a Secret as JSON.
    const data = Object.entries(secret?.stringData ?? {}).map(([name, value]) => [
      name,
      Buffer.from(value).toString("base64"),
    ]);
    writeFileSync(join(folder, "secret.json"), JSON.stringify(Object.fromEntries(data)));
    await podman.run("secret", "create", "weather", join(folder, "secret.json"));
    await podman.run("kube", "play", "--network=none", file);
    const ask = () =>
      podman.run("exec", "weather-pod-0-server", "node", "-e", askServer).then(JSON.parse, () => undefined);
    await expect.poll(ask, { timeout: 20_000 }).toBeDefined();
    expect(await ask()).toEqual({ key: "a secret", user: 65_532, system: "EROFS", tmp: "written" });
    await podman.run("kube", "down", file);
  });
});

/** Podman tries probes with a program that the image does not have, and opens ports on a bridge that stays behind. */
function createPlayedObject(object: KubernetesObject): string {
  const played: ApiObject = structuredClone(object) as ApiObject;
  const [container] = played.spec.template.spec.containers;
  for (const name of ["startupProbe", "readinessProbe", "livenessProbe", "ports"]) delete container[name];
  return stringify(played);
}
