import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createBaseImages } from "../../../../src/service/images/baseImages.ts";
import { createBlobCache } from "../../../../src/service/images/blobCache.ts";
import { createImage } from "../../../../src/service/images/image.ts";
import { mediaTypes } from "../../../../src/service/images/imageFormat.ts";
import { createImageLayer } from "../../../../src/service/images/imageLayer.ts";
import { parseImageReference } from "../../../../src/service/images/imageReference.ts";
import { pushImage } from "../../../../src/service/images/pushImage.ts";
import type { FindRegistryCredentials } from "../../../../src/service/images/registryCredentials.ts";
import { type RegistryDouble, startRegistryDouble, toDigest } from "../../../support/containers/registryDouble.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";

const signal = new AbortController().signal;
const platform = { os: "linux", architecture: "arm64" };
const scratch = { reference: "scratch", platform, layers: [], environment: [] };
const image = createImage(scratch, createImageLayer([{ path: "node", content: Buffer.from("node") }]), {
  ...{ user: "0:0", workingDir: "/", command: ["node"], labels: {}, environment: ["A=b"] },
});
const layer = image.layers[0];
const noCredentials: FindRegistryCredentials = () => undefined;
const ada: FindRegistryCredentials = () => ({ username: "ada", password: "secret-word" });

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function startRegistry(options: Parameters<typeof startRegistryDouble>[0] = {}): Promise<RegistryDouble> {
  const registry = await startRegistryDouble(options);
  cleanups.push(registry.close);
  return registry;
}

function createReader(findCredentials = noCredentials) {
  const folder = createTemporaryFolder();
  const pins = new Map<string, string>();
  const store = { read: (name: string) => pins.get(name), write: (name: string, to: string) => pins.set(name, to) };
  return { pins, ...createBaseImages({ folder, pins: store, findCredentials }) };
}

const push = ({ address }: RegistryDouble, tag = "24", findCredentials = noCredentials) =>
  pushImage(image, {
    target: parseImageReference(`${address}/team/node:${tag}`),
    base: scratch,
    findCredentials,
    signal,
  });

function setManifest({ contents }: RegistryDouble, tag: string, text: string): void {
  const content = Buffer.from(text);
  contents.set(tag, content).set(toDigest(content), content);
}

test("a base image is what was pushed, and its tag stays pinned to the digest of its first use", async () => {
  const registry = await startRegistry();
  const { resolve, pins } = createReader();
  await push(registry);
  const name = `${registry.address}/team/node:24`;
  const base = await resolve(name, platform, signal);
  expect(base).toMatchObject({ reference: `${name}@${image.digest}`, environment: ["A=b"] });
  expect([...pins]).toEqual([[name, image.digest]]);
  expect(base.layers[0] && (await buffer(base.layers[0].open()))).toEqual(layer && (await buffer(layer.open())));
  registry.contents.set("24", Buffer.from("another image"));
  const requests = registry.received.length;
  expect((await resolve(name, platform, signal)).layers[0]?.digest).toBe(layer?.digest);
  expect(registry.received.length, "it was read from the cache").toBe(requests);
});

test("what the registry has is not uploaded again", async () => {
  const registry = await startRegistry();
  await push(registry);
  const before = registry.received.length;
  await push(registry, "25");
  expect(registry.received.slice(before).map(({ method }) => method)).toEqual(["HEAD", "HEAD", "PUT"]);
});

test("the base's layers are mounted from its repository of the same registry", async () => {
  const registry = await startRegistry();
  const base = { ...scratch, reference: `${registry.address}/team/base@${image.digest}`, layers: image.layers };
  const target = parseImageReference(`${registry.address}/team/other:1`);
  await pushImage(image, { target, base, findCredentials: noCredentials, signal });
  const starts = registry.received
    .filter(({ method }) => method === "POST")
    .map(({ target }) => decodeURIComponent(target));
  expect(starts).toEqual([
    `/v2/team/other/blobs/uploads/?mount=${layer?.digest}&from=team/base`,
    "/v2/team/other/blobs/uploads/",
  ]);
});

test("the image of an index is chosen by its platform", async () => {
  const registry = await startRegistry();
  await push(registry);
  const { length: size } = image.manifest;
  const entry = (architecture: string, digest: string) => ({
    ...{ mediaType: mediaTypes.manifest, digest, size, platform: { os: "linux", architecture } },
  });
  const manifests = [entry("amd64", `sha256:${"0".repeat(64)}`), entry("arm64", image.digest)];
  setManifest(registry, "all", JSON.stringify({ schemaVersion: 2, manifests }));
  const name = `${registry.address}/team/node:all`;
  expect((await createReader().resolve(name, platform, signal)).layers).toHaveLength(1);
  const s390x = { os: "linux", architecture: "s390x" };
  await expect(createReader().resolve(name, s390x, signal)).rejects.toThrow(`${name} does not exist for linux/s390x`);
  const amd64 = { os: "linux", architecture: "amd64" };
  await expect(createReader().resolve(`${registry.address}/team/node:24`, amd64, signal)).rejects.toThrow(
    "is for linux/arm64, not for linux/amd64",
  );
});

test("a token is asked for with the credentials, and neither goes to the host of a redirect", async () => {
  const storage = await startRegistry();
  const registry = await startRegistry({ login: "ada:secret-word", redirectTo: `http://${storage.address}` });
  await push(storage);
  for (const [key, content] of storage.contents) registry.contents.set(key, content);
  await createReader(ada).resolve(`${registry.address}/team/node:24`, platform, signal);
  expect(registry.received.find(({ target }) => target.startsWith("/token"))?.target).toContain(
    "scope=repository%3Ateam",
  );
  expect(storage.received.filter(({ method }) => method === "GET")).toHaveLength(2);
  expect(storage.received.every(({ headers }) => headers.authorization === undefined)).toBe(true);
});

test("refused credentials are said with what to do, and without them", async () => {
  const registry = await startRegistry({ login: "ada:other" });
  const failure = await createReader(ada).resolve(`${registry.address}/team/node`, platform, signal).catch(String);
  expect(failure).toMatch(
    /^RegistryError: Cannot read 127.0.0.1:\d+\/team\/node:latest: UNAUTHORIZED authentication required. Check the name, and the credentials: "docker login"/,
  );
  expect(failure).not.toContain("secret-word");
});

test("a missing image and a limit of the registry are said with what to do", async () => {
  const registry = await startRegistry({
    respond: ({ target }, response) => {
      if (!target.endsWith("/limited")) return false;
      response.writeHead(429, { "Retry-After": "30" }).end();
      return true;
    },
  });
  const { resolve } = createReader();
  await expect(resolve(`${registry.address}/x:none`, platform, signal)).rejects.toThrow(
    /x:none: MANIFEST_UNKNOWN manifest unknown. Check the name and the tag.$/,
  );
  await expect(resolve(`${registry.address}/x:limited`, platform, signal)).rejects.toThrow("again in 30 seconds");
  await registry.close();
  await expect(resolve(`${registry.address}/x:24`, platform, signal)).rejects.toThrow(
    /cannot be reached \(.*ECONNREFUSED/,
  );
});

test("bytes that do not have the digest are not used, whether they are of a manifest or of a layer", async () => {
  const registry = await startRegistry();
  await push(registry);
  const name = `${registry.address}/team/node@${image.digest}`;
  const bytes = registry.contents.get(layer?.digest ?? "") ?? Buffer.alloc(0);
  for (const changed of [Buffer.concat([bytes, Buffer.alloc(1)]), bytes.subarray(1), Buffer.alloc(bytes.length)]) {
    registry.contents.set(layer?.digest ?? "", changed);
    await expect(createReader().resolve(name, platform, signal)).rejects.toThrow(
      "sent other bytes than those of sha256:",
    );
  }
  registry.contents.set(image.digest, Buffer.from("{}"));
  await expect(createReader().resolve(name, platform, signal)).rejects.toThrow("a manifest with another digest");
});

test("a tag that is not an image is refused", async () => {
  const registry = await startRegistry();
  for (const content of ["no JSON", "{}", '{"schemaVersion":1}']) {
    setManifest(registry, "odd", content);
    const { resolve, pins } = createReader();
    await expect(resolve(`${registry.address}/x:odd`, platform, signal)).rejects.toThrow("is not an image");
    expect(pins.size, "it is not pinned").toBe(0);
  }
});

test("a cancelled download does not cancel that of another call for the same layer", async () => {
  const folder = createTemporaryFolder();
  const cache = createBlobCache(folder);
  const blob = { digest: `sha256:${"3".repeat(64)}`, size: 5 };
  const cancel = new AbortController();
  const stalled = new Readable({ read() {}, signal: cancel.signal });
  const first = cache.fill(blob, async () => stalled, cancel.signal);
  const second = cache.fill(blob, async () => Readable.from([Buffer.from("bytes")]), signal);
  cancel.abort();
  await expect(first).rejects.toThrow();
  await second;
  expect((await cache.read(blob.digest))?.toString()).toBe("bytes");
});

test("an upload address of another host without TLS is refused", async () => {
  const registry = await startRegistry({
    respond: ({ method }, response) => {
      if (method === "POST") response.writeHead(202, { Location: "http://elsewhere.example/upload" }).end();
      return method === "POST";
    },
  });
  await expect(push(registry)).rejects.toThrow("gives an address of elsewhere.example without TLS");
});
