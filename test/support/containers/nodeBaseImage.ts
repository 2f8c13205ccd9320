import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BaseImage, createImage, type Image } from "../../../src/service/images/image.ts";
import { getHostPlatform } from "../../../src/service/images/imageFormat.ts";
import { createImageLayer, type LayerFile } from "../../../src/service/images/imageLayer.ts";

const node = join(import.meta.dirname, "../../../node_modules/node/bin/node");

/** An image with nothing in it. */
export const scratchImage: BaseImage = {
  reference: "scratch",
  platform: getHostPlatform(),
  layers: [],
  environment: [],
};

/** Node of the npm package, the libraries that it loads and the certificates of this machine: a base image without a network. */
export function createNodeImage(): Image {
  const read = (path: string): LayerFile => ({
    path: path.slice(1),
    content: readFileSync(path),
    executable: true,
  });
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  const files = [
    { path: "usr/bin/node", content: readFileSync(node), executable: true },
    ...listLibraries(node).map(read),
    ...(existsSync(certificates) ? [{ ...read(certificates), executable: false }] : []),
    { path: "tmp/", content: new Uint8Array(), mode: 0o1777 },
  ];
  return createImage(scratchImage, createImageLayer(files), {
    user: "0:0",
    workingDir: "/",
    command: ["node"],
    environment: ["PATH=/usr/bin", `NODE_VERSION=${process.version.slice(1)}`],
    labels: {},
  });
}

/** The image as the base of others. */
export function toBaseImage(image: Image, name = "localhost/fairlead-test/node"): BaseImage {
  return {
    reference: `${name}@${image.digest}`,
    platform: image.platform,
    layers: image.layers,
    environment: ["PATH=/usr/bin", `NODE_VERSION=${process.version.slice(1)}`],
  };
}

/** The paths where the loader of this machine finds the shared libraries of a program, and the loader itself. */
export function listLibraries(program: string): string[] {
  const { stdout } = spawnSync("ldd", [program], { encoding: "utf8" });
  return [...stdout.matchAll(/(?:=>\s*|^\s*)(\/\S+) \(0x/gm)].map(([, path = ""]) => path);
}
