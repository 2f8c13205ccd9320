import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
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

const run = promisify(execFile);
const problem = findPodmanProblem() ?? findRegistryProblem();

const source = {
  files: [
    { path: "server.mjs", content: Buffer.from("console.log(process.getuid(), process.cwd(), process.version)") },
  ],
  entry: "server.mjs",
  contentDigest: `sha256:${"a".repeat(64)}`,
};
const file = (path: string, text = "") => ({ path, content: Buffer.from(text) });
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
    await podman.call("POST", "/images/load", createImageArchive(node, "localhost/fairlead-test/node:24"));
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
    expect(await inspectBySkopeo(pulled)).toMatchObject({
      ...{ Digest: image.digest, Labels: image.labels, Layers: image.layers.map(({ digest }) => digest) },
      ...{ Os: "linux", Architecture: image.platform.architecture },
    });
  });

  test("a container finds files with long and foreign names, empty ones and programs, and cannot change them", async () => {
    const long = `${"long/".repeat(60)}name.txt`;
    const program = `import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";
      console.log(readFileSync(${JSON.stringify(long)}, "utf8"), readFileSync("größe/日本語.txt", "utf8"));
      console.log(readFileSync("empty", "utf8").length);
      accessSync("run.sh", constants.X_OK);
      for (const path of ["empty", "new"]) try { writeFileSync(path, "x"); } catch (error) { console.log(error.code); }`;
    const files = [
      ...[file("server.mjs", program), file(long, "far"), file("größe/日本語.txt", "foreign"), file("empty")],
      ...[{ ...file("run.sh", "#!"), executable: true }],
      ...Array.from({ length: 2000 }, (_, index) => file(`many/${index}`, String(index))),
    ];
    const image = createServerImage({ ...source, files, base: toBaseImage(node) });
    await podman.call("POST", "/images/load", createImageArchive(image, "localhost/fairlead/files:1"));
    const output = await podman.run("run", "--rm", "--network=none", "localhost/fairlead/files:1");
    expect(output).toBe("far foreign\n0\nEACCES\nEACCES\n");
  });

  test("two machines give one digest", async () => {
    const digests = await Promise.all([
      printDigest({ umask: "022", cwd: "/", timeZone: "UTC", clock: 0, reversed: false }),
      printDigest({ umask: "077", cwd: folder, timeZone: "Asia/Tokyo", clock: 1e12, reversed: true }),
    ]);
    expect(digests[0]).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(digests[1]).toBe(digests[0]);
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

async function inspectBySkopeo(name: string): Promise<unknown> {
  const { stdout } = await run("skopeo", ["inspect", "--tls-verify=false", `docker://${name}`]);
  return JSON.parse(stdout);
}

interface Machine {
  readonly umask: string;
  readonly cwd: string;
  readonly timeZone: string;
  /** Milliseconds by which its clock is ahead. */
  readonly clock: number;
  /** It lists files in the other order. */
  readonly reversed: boolean;
}

/** The digest of the image of one version, in a process of its own. */
async function printDigest({ umask, cwd, timeZone, clock, reversed }: Machine): Promise<string> {
  const module = new URL("../../src/service/images/serverImage.ts", import.meta.url).href;
  const program = `const real = Date.now; Date.now = () => real() + ${clock};
    const { createServerImage } = await import(${JSON.stringify(module)});
    const files = ["server.mjs", "lib/a.mjs", "lib/größe.json"].map((path) => ({ path, content: Buffer.from(path) }));
    const base = { reference: "node", platform: { os: "linux", architecture: "amd64" }, layers: [], environment: [] };
    const image = createServerImage({ base, files: ${reversed} ? files.reverse() : files, entry: "server.mjs", contentDigest: "x" });
    console.log(image.digest);`;
  const shell = `umask ${umask} && exec "$0" --no-warnings --input-type=module -e "$1"`;
  const env = { ...process.env, TZ: timeZone };
  const { stdout } = await run("sh", ["-c", shell, process.execPath, program], { cwd, env });
  return stdout.trim();
}
