import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startRunnerFixture } from "../../../support/kubernetes/runnerFixture.ts";

const signal = new AbortController().signal;

let fixture: Awaited<ReturnType<typeof startRunnerFixture>>;
beforeEach(async () => {
  fixture = await startRunnerFixture();
});
afterEach(() => fixture.close());

const manifest = JSON.stringify({ name: "weather", version: "1.0.0" });
const createLockedProgram = (lock: string, packages = 1) =>
  fixture.createProgram("healthy", { packages }, [
    { path: "package.json", content: manifest },
    { path: "package-lock.json", content: lock },
  ]).program;

test("an image that the manifest names runs in place of the files", async () => {
  const { runner, createProgram, double } = fixture;
  const { program } = createProgram("healthy");
  const image = "registry.example/weather:1";
  double.images.set(image, { folder: program.folder, entry: program.entry });
  const server = await runner.start({ ...program, image, files: [] }, signal);
  expect(server.image).toBe(image);
  expect(double.store.list("configmaps", "servers")).toEqual([]);
  await server.stop(500);
});

test("the pod installs the packages of the lock file", async () => {
  const lock = { lockfileVersion: 3, packages: { "": JSON.parse(manifest) } };
  const server = await fixture.runner.start(createLockedProgram(JSON.stringify(lock)), signal);
  expect(fixture.double.store.list("configmaps", "servers")).toHaveLength(1);
  await server.stop(500);
  expect(fixture.double.store.list("configmaps", "servers")).toEqual([]);
});

test("packages that cannot be installed fail the start, with the last output", async () => {
  const starting = fixture.runner.start(createLockedProgram("{"), signal);
  await expect(starting).rejects.toThrow(/"install" exited with code 1\. (.|\n)*npm ci/);
});

test("a version that needs no packages of its lock file keeps those that it ships", async () => {
  const server = await fixture.runner.start(createLockedProgram("{", 0), signal);
  await server.stop(500);
});

test("a lock file without package.json is refused before anything is made", async () => {
  const { runner, createProgram, double } = fixture;
  const { program } = createProgram("healthy", { packages: 1 }, [{ path: "package-lock.json", content: "{}" }]);
  await expect(runner.start(program, signal)).rejects.toThrow(/only beside a package\.json\. Add it/);
  expect(double.api.requests).toEqual([]);
});

test("files that a ConfigMap cannot hold are refused before anything is made", async () => {
  const { runner, createProgram, double } = fixture;
  const data = { path: "data.txt", content: randomBytes(1_200_000).toString("hex") };
  await expect(runner.start(createProgram("healthy", {}, [data]).program, signal)).rejects.toThrow(
    /take \d\.\d MB compressed, and a ConfigMap of Kubernetes holds 1 MB\. Name an image/,
  );
  expect(double.api.requests).toEqual([]);
});
