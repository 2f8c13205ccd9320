import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createImage } from "../../../../src/service/images/image.ts";
import { createImageArchive } from "../../../../src/service/images/imageArchive.ts";
import { createImageLayer, type LayerFile } from "../../../../src/service/images/imageLayer.ts";
import { createServerImage, findImageDifference } from "../../../../src/service/images/serverImage.ts";
import { readTar } from "../../../support/containers/readTar.ts";
import { toDigest } from "../../../support/containers/registryDouble.ts";

const base = {
  reference: `docker.io/library/node:24-slim@sha256:${"1".repeat(64)}`,
  platform: { os: "linux", architecture: "amd64" },
  layers: [createImageLayer([file("usr/bin/node", "node")])],
  environment: ["PATH=/usr/bin", "NODE_VERSION=24.0.0"],
};
const contentDigest = `sha256:${"2".repeat(64)}`;
const files = [file("server.mjs", "run()"), file("lib/tool.mjs", "tool()"), file("lib-old.mjs", "")];
const image = createServerImage({ base, files, entry: "server.mjs", contentDigest });

function file(path: string, content = "", rest: Partial<LayerFile> = {}): LayerFile {
  return { path, content: Buffer.from(content), ...rest };
}

const readLayer = async (...layerFiles: LayerFile[]) => readTar(await buffer(createImageLayer(layerFiles).open()));

test("the digests of an image stay those of earlier releases", () => {
  expect([image.digest, image.configDigest, image.layers.at(-1)?.digest]).toEqual([
    "sha256:864f8c24a87207219f520d72f92c75e64a659985b15da265a114ae38ca8a8b3a",
    "sha256:4367e97906662fc0d5df2c8592265b9d5fca9b8697511dfca81448b3033eaf1a",
    "sha256:163b4217ea8218c1368bae59bdf804da6e167a3bf944f66fa859780e93dcd454",
  ]);
});

test("the order of the files does not change the digest, and a byte of a file does", () => {
  const again = createServerImage({ base, files: files.toReversed(), entry: "server.mjs", contentDigest });
  expect(again.digest).toBe(image.digest);
  const changed = [...files.slice(1), file("server.mjs", "ruN()")];
  expect(createServerImage({ base, files: changed, entry: "server.mjs", contentDigest }).digest).not.toBe(image.digest);
});

test("the configuration runs the entry as a user without rights, and carries the content digest", () => {
  const config = JSON.parse(image.config.toString());
  expect(config).toMatchObject({
    ...{ os: "linux", architecture: "amd64", created: "1970-01-01T00:00:00Z" },
    config: {
      ...{ User: "65532:65532", WorkingDir: "/server", Cmd: ["node", "/server/server.mjs"] },
      ...{ ExposedPorts: { "8080/tcp": {} }, Env: base.environment },
      Labels: { "io.github.fairlead.content-digest": contentDigest },
    },
    rootfs: { type: "layers", diff_ids: image.layers.map(({ diffId }) => diffId) },
  });
  expect(JSON.parse(image.manifest.toString()).annotations).toEqual({
    "org.opencontainers.image.base.digest": `sha256:${"1".repeat(64)}`,
    "io.github.fairlead.content-digest": contentDigest,
  });
});

test("an own variable replaces the base's, in its place", () => {
  const settings = { user: "0:0", workingDir: "/", command: [], labels: {} };
  const { config } = createImage(base, createImageLayer([]), { ...settings, environment: ["PATH=/bin", "HOME=/tmp"] });
  expect(JSON.parse(config.toString()).config.Env).toEqual(["PATH=/bin", "NODE_VERSION=24.0.0", "HOME=/tmp"]);
});

test("files belong to root, only programs are executable, and folders come before their files", async () => {
  const entries = await readLayer(
    file("b/run.sh", "#!", { executable: true }),
    file("a.txt", "a"),
    file("data/", "", { owner: 7 }),
  );
  expect(entries.map(({ path, mode, owner, time }) => [path, mode, owner, time])).toEqual([
    ["a.txt", 0o644, 0, 0],
    ["b/", 0o755, 0, 0],
    ["b/run.sh", 0o755, 0, 0],
    ["data/", 0o755, 7, 0],
  ]);
});

test.each([
  ["100 bytes", "x".repeat(100)],
  ["101 bytes", "x".repeat(101)],
  ["a record of 99 and one of 101 bytes", `${"y".repeat(90)}/${"z".repeat(20)}`],
  ["more than 255 bytes", `${"long/".repeat(60)}name.mjs`],
  ["letters outside of ASCII", "größe/日本語/🙂.json"],
  ["a line end", "one\ntwo.txt"],
])("a path with %s is read as it was written", async (_what, path) => {
  const entries = await readLayer(file(path, "content"), file("zzz/last", ""));
  expect(entries.find((entry) => entry.path === path)?.content.toString()).toBe("content");
  expect(entries.at(-1)).toMatchObject({ path: "zzz/last", content: Buffer.alloc(0) });
});

test("a name outside of ASCII is in a record, which says that it is UTF-8", async () => {
  const layer = await buffer(createImageLayer([file("größe")]).open());
  expect([layer.toString().includes("path=größe"), layer.subarray(0, 9).toString()]).toEqual([true, "PaxHeader"]);
});

test("2,000 files are all in the layer", async () => {
  const many = Array.from({ length: 2000 }, (_, index) =>
    file(`f${index % 40}/${index}.txt`, String(index).repeat(index % 9)),
  );
  const entries = await readLayer(...many);
  const contents = new Map(entries.map(({ path, content }) => [path, content.toString()]));
  expect(entries).toHaveLength(2040);
  expect(many.every(({ path, content }) => contents.get(path) === Buffer.from(content).toString())).toBe(true);
});

test.each(["../out", "a/../b", "/root", "a//b", "./a", "", "a\0b"])("the path %j is refused", (path) => {
  expect(() => createImageLayer([file(path)])).toThrow("cannot be the path of a file in an image");
});

test("a path that is there twice, or is a file and a folder, is refused", () => {
  expect(() => createImageLayer([file("a"), file("a")])).toThrow("The file a is twice in the image.");
  expect(() => createImageLayer([file("a"), file("a/b")])).toThrow("a is a file and a folder in the image.");
});

test("the archive is an OCI layout whose blobs have their digests as names, and one of older Docker engines", async () => {
  const entries = readTar(await buffer(createImageArchive(image, "localhost/fairlead/x:1")));
  const contents = new Map(entries.map(({ path, content }) => [path, content]));
  const blobs = [...contents].filter(([path]) => path.startsWith("blobs/"));
  expect(blobs).toHaveLength(4);
  for (const [path, content] of blobs) expect(path).toBe(`blobs/${toDigest(content).replace(":", "/")}`);
  const read = (path: string) => JSON.parse(contents.get(path)?.toString() ?? "null");
  expect(read("index.json").manifests).toMatchObject([{ digest: image.digest, size: image.manifest.length }]);
  const toPath = (digest: string) => `blobs/sha256/${digest.slice(7)}`;
  const layerPaths = image.layers.map(({ digest }) => toPath(digest));
  expect(read("manifest.json")).toEqual([
    { Config: toPath(image.configDigest), RepoTags: ["localhost/fairlead/x:1"], Layers: layerPaths },
  ]);
});

test("the archive without the base contains the last layer only", async () => {
  const entries = readTar(await buffer(createImageArchive(image, "x:1", { withBase: false })));
  const [baseLayer, own] = image.layers.map(({ digest }) => `blobs/sha256/${digest.slice(7)}`);
  const paths = entries.map(({ path }) => path);
  expect([paths.includes(baseLayer ?? ""), paths.includes(own ?? "")]).toEqual([false, true]);
});

test("the archive fails if a file of the cache has lost bytes", async () => {
  const layers = [{ ...base.layers[0], size: 7 }];
  await expect(buffer(createImageArchive({ ...image, layers } as typeof image, "x:1"))).rejects.toThrow(/instead of 7/);
});

test("an engine's image differs by its label or by a layer", () => {
  const diffIds = image.layers.map(({ diffId }) => diffId);
  expect(findImageDifference(image, { labels: image.labels, diffIds })).toBeUndefined();
  expect(findImageDifference(image, { labels: {}, diffIds })).toContain("is missing");
  expect(findImageDifference(image, { labels: image.labels, diffIds: diffIds.toReversed() })).toContain(
    "its layers are",
  );
});
