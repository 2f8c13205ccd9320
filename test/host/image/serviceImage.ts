import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import * as z from "zod";
import { type BaseImage, createImage, type Image } from "../../../src/service/images/image.ts";
import { createImageLayer, type LayerFile } from "../../../src/service/images/imageLayer.ts";
import { root } from "../prepare/paths.mjs";

const entries = ["dist/service.mjs", "dist/generateWorker.mjs", "dist/runtime.mjs", "dist/cluster/cluster.mjs"];

const bundles = z.object({
  outputs: z.record(z.string(), z.object({ imports: z.array(z.object({ path: z.string() })) })),
});
const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** The user of the container, who owns its data folder. */
const owner = 65532;

/** The image of the service itself: its bundles on a base with Node. What follows the image's name are more options of the service. */
export function createServiceImage(base: BaseImage): Image {
  checkNode(base);
  const { name, version, license } = manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const files: LayerFile[] = [
    ...listBundles().map((path) => ({ path: `fairlead/${path}`, content: readFileSync(join(root, path)) })),
    { path: "fairlead/package.json", content: Buffer.from(JSON.stringify({ name, version })) },
    { path: "fairlead/LICENSE", content: readFileSync(join(root, "LICENSE")) },
    { path: "data/", content: new Uint8Array(), owner },
  ];
  return createImage(base, createImageLayer(files), {
    user: `${owner}:${owner}`,
    workingDir: "/data",
    entrypoint: ["node", "/fairlead/dist/service.mjs", "--data", "/data"],
    command: [],
    port: 8443,
    volumes: ["/data"],
    labels: {
      "org.opencontainers.image.title": name,
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.licenses": license,
      "org.opencontainers.image.source": "https://github.com/fairlead/fairlead",
    },
  });
}

/** The programs of the service and the chunks that they share. */
function listBundles(): string[] {
  const { outputs } = bundles.parse(JSON.parse(readFileSync(join(root, "dist", "meta.json"), "utf8")));
  const found = new Set(entries);
  for (const path of found)
    for (const { path: imported } of outputs[path]?.imports ?? [])
      if (imported in outputs) found.add(posix.normalize(imported));
  return [...found];
}

/** Images with Node name its version. */
function checkNode({ reference, environment }: BaseImage): void {
  const version = environment.find((one) => one.startsWith("NODE_VERSION="))?.split("=")[1];
  if (version !== undefined && Number.parseInt(version, 10) < 24)
    throw new Error(`${reference} has Node ${version}. The service needs Node 24: name another image with --base.`);
}
