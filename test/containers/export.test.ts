import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments, stringify } from "yaml";
import { createExportFiles } from "../../src/export/createExportFiles.ts";
import type { ExportedServer, ExportFormat } from "../../src/export/exportedServer.ts";
import { importNodeImage, pauseCommand } from "../support/containers/importImage.ts";
import { findPodmanProblem, type Podman, pauseImage, startPodman } from "../support/containers/podman.ts";
import { requireFiles } from "../support/servers/requireFiles.ts";
import { createTinyServerFiles, tinyEntry } from "../support/servers/tinyServer.ts";
import { writeFile } from "../support/writeFile.ts";

const problem = findPodmanProblem();

const server: ExportedServer = {
  ...{ name: "Weather", version: "1.0.0", entry: tinyEntry, allowedHosts: [], accounts: [] },
  files: createTinyServerFiles("healthy").map(({ path, content }) => ({ path, bytes: Buffer.from(content) })),
  variables: [{ name: "API_KEY", isRequired: true, isSet: true, value: "not-secret" }],
  limits: { memoryMb: 128 },
};

/** Asks the server for a tool call inside of its container, and says whether the system can be written. */
const askServer = `
  const { writeFileSync } = require("node:fs");
  const tryWrite = (path) => { try { writeFileSync(path, ""); return "written"; } catch ({ code }) { return code; } };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: {} } };
  (async () => {
    const response = await fetch("http://127.0.0.1:8080/mcp", { method: "POST", body: JSON.stringify(body) });
    const echo = JSON.parse((await response.json()).result.content[0].text);
    console.log(JSON.stringify({ key: echo.env.API_KEY, user: process.getuid(), system: tryWrite("/app/x"), tmp: tryWrite("/tmp/x") }));
  })();`;
const asked = { key: "not-secret", user: 65_532, system: "EROFS", tmp: "written" };

describe.skipIf(problem !== undefined)(`exported files in Podman${problem ? `: ${problem}` : ""}`, () => {
  let podman: Podman;
  const folder = mkdtempSync(join(tmpdir(), "fairlead-export-"));
  const write = (format: ExportFormat) => {
    for (const { path, bytes } of requireFiles(createExportFiles(server, format)))
      writeFile(join(folder, format), path, bytes);
    return join(folder, format);
  };
  /** The base has no history of its layers, which Podman counts when each step becomes one. */
  const build = (path: string, image: string) =>
    podman.run("build", "--pull=never", "--layers=false", "--tag", image, path);
  const ask = (container: string) =>
    podman.run("exec", container, "node", "-e", askServer).then(JSON.parse, () => undefined);
  beforeAll(async () => {
    podman = await startPodman();
    // The name that the Dockerfile has, so that nothing is pulled.
    await importNodeImage(podman, "localhost/node:24-slim");
    await importNodeImage(podman, pauseImage, pauseCommand);
  });
  afterAll(async () => {
    await podman?.close();
    rmSync(folder, { recursive: true });
  });

  test("the image of the Compose file is built, runs without rights, and its health check sees the server", async () => {
    const path = write("compose");
    const { image, environment, tmpfs, cap_drop, security_opt, healthcheck } = parse(
      readFileSync(join(path, "compose.yaml"), "utf8"),
    ).services.weather;
    await build(path, image);
    const options = [
      ...["--detach", "--read-only", "--network=none", `--tmpfs=${tmpfs[0]}`, `--cap-drop=${cap_drop[0]}`],
      ...[`--security-opt=${security_opt[0].replace(":true", "")}`, "--env-file", join(path, ".env.example")],
      ...[`--env=HOST=${environment.HOST}`, `--env=PORT=${environment.PORT}`],
    ];
    await podman.run("run", "--name=weather", ...options, image);
    await expect.poll(() => ask("weather"), { timeout: 20_000 }).toEqual(asked);
    const [, ...check] = healthcheck.test;
    await podman.run("exec", "weather", ...check);
    const wrong = check.map((argument: string) => argument.replace(":8080", ":8081"));
    await expect(podman.run("exec", "weather", ...wrong)).rejects.toThrow("failed");
  });

  test("the pod of the Kubernetes file runs without rights and reads its variables from the Secret", async () => {
    const path = write("kubernetes");
    const image = "localhost/fairlead-test/exported:1";
    await build(path, image);
    const text = readFileSync(join(path, "kubernetes.yaml"), "utf8");
    const objects = parseAllDocuments(text).map((document) => document.toJS());
    const [secret, deployment] = ["Secret", "Deployment"].map((kind) => objects.find((one) => one.kind === kind));
    // Podman 4.3 plays no secrets, but reads the values of those of its own.
    const data = Object.entries<string>(secret.stringData).map(([name, value]) => [name, btoa(value)]);
    writeFileSync(join(path, "secret.json"), JSON.stringify(Object.fromEntries(data)));
    await podman.run("secret", "create", "weather", join(path, "secret.json"));
    const [container] = deployment.spec.template.spec.containers;
    container.image = image;
    // Podman tries probes with a program that the image does not have, and opens ports on a bridge that stays behind.
    for (const name of ["startupProbe", "readinessProbe", "livenessProbe", "ports"]) delete container[name];
    writeFileSync(join(path, "played.yaml"), stringify(deployment));
    await podman.run("kube", "play", "--network=none", join(path, "played.yaml"));
    await expect.poll(() => ask("weather-pod-0-server"), { timeout: 20_000 }).toEqual(asked);
    await podman.run("kube", "down", join(path, "played.yaml"));
  });
});
