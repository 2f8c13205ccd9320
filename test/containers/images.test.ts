import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createImageArchive } from "../../src/service/images/imageArchive.ts";
import { createServerImage, findImageDifference } from "../../src/service/images/serverImage.ts";
import { createNodeImage, toBaseImage } from "../support/containers/nodeBaseImage.ts";
import { findPodmanProblem, type Podman, startPodman } from "../support/containers/podman.ts";

const problem = findPodmanProblem();

describe.skipIf(problem !== undefined)(`images in Podman${problem === undefined ? "" : `: ${problem}`}`, () => {
  let podman: Podman;
  const source = {
    base: toBaseImage(createNodeImage()),
    files: [
      { path: "server.mjs", content: Buffer.from("console.log(process.getuid(), process.cwd(), process.version)") },
    ],
    entry: "server.mjs",
    contentDigest: `sha256:${"a".repeat(64)}`,
  };

  beforeAll(async () => {
    podman = await startPodman();
  });
  afterAll(() => podman?.close());

  test("loads an archive under its name, with the digests that were computed here", async () => {
    const image = createServerImage(source);
    await podman.call("POST", "/images/load", createImageArchive(image, "localhost/fairlead/probe:1"));
    const inspected = JSON.parse(await podman.call("GET", "/images/localhost/fairlead/probe:1/json"));
    expect(inspected.Id).toBe(image.configDigest);
    const { Labels: labels } = inspected.Config;
    expect(findImageDifference(image, { labels, diffIds: inspected.RootFS.Layers })).toBeUndefined();
    const output = await podman.run("run", "--rm", "--network=none", "localhost/fairlead/probe:1");
    expect(output.trim()).toBe(`65532 /server ${process.version}`);
  });
});
