import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type TarHeader, unpackTar } from "modern-tar";
import { beforeEach, expect, test } from "vitest";
import type { ContainerEngine } from "../../../../src/service/containers/containerEngine.ts";
import { EngineError } from "../../../../src/service/containers/engineRequest.ts";
import { createServerImages } from "../../../../src/service/containers/serverImages.ts";
import { createFileListDigest } from "../../../../src/service/storage/sha256Digest.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";

const signal = new AbortController().signal;
let folder = "";
beforeEach(() => {
  folder = createTemporaryFolder();
});

const isReadableByOthers = ({ type, mode = 0 }: TarHeader) =>
  (mode & 0o005) === 0o005 || (type === "file" && (mode & 0o004) !== 0);

interface EngineOptions {
  readonly failure?: EngineError;
  /** Whether the build of this number never ends. */
  readonly isSlow?: (build: number) => boolean;
}

/** An engine that has what was built, and what each build got. */
function createEngine({ failure, isSlow = () => false }: EngineOptions = {}) {
  const builds: Record<string, string>[] = [];
  const readableBuilds: boolean[] = [];
  const images = new Map<string, Record<string, string>>();
  const engine = {
    inspectImage: async (name: string) => {
      const labels = images.get(name);
      return labels && { id: "sha256:1", user: "", labels };
    },
    buildImage: async (archive: Readable, { t = "", labels = "" }: Readonly<Record<string, string>>) => {
      const entries = await unpackTar(await buffer(archive));
      const files = entries.filter(({ header }) => header.type !== "directory");
      readableBuilds.push(entries.every(({ header }) => isReadableByOthers(header)));
      builds.push(
        Object.fromEntries(files.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()])),
      );
      if (failure) throw failure;
      if (isSlow(builds.length)) await new Promise(() => {});
      images.set(t, JSON.parse(labels));
    },
  } as unknown as ContainerEngine;
  return { builds, readableBuilds, provider: createServerImages(engine, "node:24-slim") };
}

function writeProgram(entry: string, files: Readonly<Record<string, string>>) {
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  const contents = Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }));
  return { folder, entry, files: Object.keys(files), digest: createFileListDigest(contents) };
}

test("a program for Node is built once, with its packages, whatever its .dockerignore says", async () => {
  const { builds, provider } = createEngine();
  const program = writeProgram("server.mjs", { "server.mjs": "1", Dockerfile: "FROM other", ".dockerignore": "*" });
  mkdirSync(join(folder, "node_modules"));
  writeFileSync(join(folder, "node_modules/a.js"), "2");
  const provided = await Promise.all([provider.provide(program, signal), provider.provide(program, signal)]);
  expect(builds).toEqual([
    {
      Dockerfile: expect.stringMatching(
        /^FROM node:24-slim\nCOPY server\/ .*CMD \["node","\/server\/server\.mjs"\]\n$/s,
      ),
      "server/server.mjs": "1",
      "server/Dockerfile": "FROM other",
      "server/.dockerignore": "*",
      "server/node_modules/a.js": "2",
    },
  ]);
  expect(new Set(provided.map(({ name }) => name)).size).toBe(1);
  expect(provided[0]?.reference).toBe("localhost/fairlead/server@sha256:1");
});

test("the user of the image reads files that are on disk the service's alone", async () => {
  const { readableBuilds, provider } = createEngine();
  const program = writeProgram("server.mjs", { "server.mjs": "1" });
  mkdirSync(join(folder, "node_modules"), { mode: 0o700 });
  writeFileSync(join(folder, "node_modules/a.js"), "2", { mode: 0o600 });
  chmodSync(join(folder, "server.mjs"), 0o600);
  chmodSync(folder, 0o700);
  await provider.provide(program, signal);
  expect(readableBuilds).toEqual([true]);
});

test("a version without a module is what its own Dockerfile says", async () => {
  const { builds, provider } = createEngine();
  await provider.provide(writeProgram("Dockerfile", { Dockerfile: "FROM other", "a.py": "1" }), signal);
  await provider.provideCarrier(signal);
  expect(builds).toEqual([{ Dockerfile: "FROM other", "a.py": "1" }, { Dockerfile: "FROM node:24-slim\n" }]);
});

test("a build that fails says why and what to do, with the steps before it", async () => {
  const { provider } = createEngine({
    failure: new EngineError("Could not build the image: no such image", 500, { progress: ["STEP 1"] }),
  });
  await expect(provider.provide(writeProgram("a.mjs", { "a.mjs": "1" }), signal)).rejects.toMatchObject({
    step: "build",
    log: ["STEP 1"],
    message:
      "Could not build the image: no such image. Check that the engine can pull node:24-slim, or name another image with --base-image.",
  });
  const own = writeProgram("Dockerfile", { Dockerfile: "FROM other" });
  await expect(provider.provide(own, signal)).rejects.toThrow("Correct the Dockerfile and generate a new version.");
});

test("a slow build delays no other image, and the wait for it ends with its signal", async () => {
  const { builds, provider } = createEngine({ isSlow: (build) => build === 1 });
  const slow = writeProgram("Dockerfile", { Dockerfile: "FROM slow" });
  void provider.provide(slow, signal);
  await expect.poll(() => builds.length).toBe(1);
  await provider.provideCarrier(signal);
  const stop = new AbortController();
  const waiting = provider.provide(slow, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  expect(builds).toHaveLength(2);
});

test("files that are not those of the version are not built", async () => {
  const { builds, provider } = createEngine();
  const program = writeProgram("a.mjs", { "a.mjs": "1" });
  writeFileSync(join(folder, "a.mjs"), "changed");
  await expect(provider.provide(program, signal)).rejects.toThrow("are not those of the version. Deploy it again.");
  expect(builds).toEqual([]);
});
