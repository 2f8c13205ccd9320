import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBaseImages } from "../../src/service/images/baseImages.ts";
import type { Image } from "../../src/service/images/image.ts";
import { createImageArchive } from "../../src/service/images/imageArchive.ts";
import { getHostPlatform } from "../../src/service/images/imageFormat.ts";
import { parseImageReference } from "../../src/service/images/imageReference.ts";
import { pushImage } from "../../src/service/images/pushImage.ts";
import { contentDigestLabel, createServerImage, findImageDifference } from "../../src/service/images/serverImage.ts";
import { createNodeImage, toBaseImage } from "../support/containers/nodeBaseImage.ts";
import { findPodmanProblem, type Podman, startPodman } from "../support/containers/podman.ts";
import {
  findRegistryProblem,
  type RegistryProgram,
  startRegistryProgram,
} from "../support/containers/registryProgram.ts";

const problem = findPodmanProblem() ?? findRegistryProblem();

const source = {
  files: [
    { path: "server.mjs", content: Buffer.from("console.log(process.getuid(), process.cwd(), process.version)") },
  ],
  entry: "server.mjs",
  contentDigest: `sha256:${"a".repeat(64)}`,
};
const serverOutput = `65532 /server ${process.version}`;

describe.skipIf(problem !== undefined)(`images in Podman${problem === undefined ? "" : `: ${problem}`}`, () => {
  const signal = new AbortController().signal;
  const node = createNodeImage();
  const findCredentials = () => undefined;
  let podman: Podman;
  let registry: RegistryProgram;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fairlead-images-"));
    [podman, registry] = await Promise.all([startPodman(), startRegistryProgram()]);
  });
  afterAll(async () => {
    await Promise.all([podman?.close(), registry?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const inspect = async (name: string) => JSON.parse(await podman.call("GET", `/images/${name}/json`));

  async function expectImage(name: string, image: Image): Promise<void> {
    const { Id, RepoDigests, Config, RootFS } = await inspect(name);
    expect(Id).toBe(image.configDigest);
    expect(RepoDigests).toContainEqual(expect.stringContaining(`@${image.digest}`));
    expect(findImageDifference(image, { labels: Config.Labels, diffIds: RootFS.Layers })).toBeUndefined();
    expect([Config.User, Config.WorkingDir, Config.Cmd]).toEqual([
      "65532:65532",
      "/server",
      ["node", "/server/server.mjs"],
    ]);
    expect((await podman.run("run", "--rm", "--network=none", name)).trim()).toBe(serverOutput);
  }

  test("Podman loads an archive under its name with the digests that were computed here, and runs it", async () => {
    const image = createServerImage({ ...source, base: toBaseImage(node) });
    await podman.call("POST", "/images/load", createImageArchive(image, "localhost/fairlead/loaded:1"));
    await expectImage("localhost/fairlead/loaded:1", image);
  });

  test("Podman loads an archive without the layers of the base that it has", async () => {
    const files = [...source.files, { path: "more.txt", content: Buffer.from("more") }];
    const image = createServerImage({ ...source, files, base: toBaseImage(node) });
    const archive = createImageArchive(image, "localhost/fairlead/small:1", { withBase: false });
    await podman.call("POST", "/images/load", archive);
    await expectImage("localhost/fairlead/small:1", image);
  });

  test("Podman pulls what was pushed, whose base was read from the registry, and runs it", async () => {
    const baseName = `${registry.address}/base/node`;
    const nodeTarget = parseImageReference(`${baseName}:24`);
    await pushImage(node, { target: nodeTarget, base: toBaseImage(node), findCredentials, signal });
    const pins = new Map<string, string>();
    const baseImages = createBaseImages({
      folder,
      findCredentials,
      pins: { read: (name) => pins.get(name), write: (name, digest) => pins.set(name, digest) },
    });
    const base = await baseImages.resolve(`${baseName}:24`, getHostPlatform(), signal);
    expect(base.reference).toBe(`${baseName}:24@${node.digest}`);
    const image = createServerImage({ ...source, base });
    const target = parseImageReference(`${registry.address}/fairlead/weather:1.0.0`);
    const pushed = await pushImage(image, { target, base, findCredentials, signal });
    expect(pushed).toBe(`${registry.address}/fairlead/weather:1.0.0@${image.digest}`);
    const pulled = `${registry.address}/fairlead/weather@${image.digest}`;
    await podman.run("pull", "--tls-verify=false", pulled);
    await expectImage(pulled, image);
  });

  test("Podman refuses an archive in which one byte of a layer differs from its digest", async () => {
    // Podman would not read a layer that it has.
    const files = [{ path: "server.mjs", content: Buffer.from("console.log('new')") }];
    const image = createServerImage({ ...source, files, base: toBaseImage(node) });
    const archive = createImageArchive(image, "localhost/fairlead/changed:1").map((chunk: Buffer) => {
      const at = chunk.indexOf("console.log");
      return at === -1 ? chunk : Buffer.concat([chunk.subarray(0, at), Buffer.from("C"), chunk.subarray(at + 1)]);
    });
    await expect(podman.call("POST", "/images/load", archive)).rejects.toThrow(/digest/i);
  });

  test("an image that was changed in the engine differs from the version", async () => {
    const image = createServerImage({ ...source, base: toBaseImage(node) });
    await podman.call("POST", "/images/load", createImageArchive(image, "localhost/fairlead/original:1"));
    const id = (await podman.run("create", "localhost/fairlead/original:1")).trim();
    await podman.run("cp", import.meta.filename, `${id}:/server/server.mjs`);
    await podman.run("commit", id, "localhost/fairlead/original:1");
    const { Config, RootFS } = await inspect("localhost/fairlead/original:1");
    expect(Config.Labels[contentDigestLabel]).toBe(source.contentDigest);
    expect(findImageDifference(image, { labels: Config.Labels, diffIds: RootFS.Layers })).toMatch(/^its layers are /);
  });
});
