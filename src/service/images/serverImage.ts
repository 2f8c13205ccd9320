import { type BaseImage, createImage, type Image } from "./image.ts";
import { createImageLayer, type LayerFile } from "./imageLayer.ts";

/** The label with the content digest of the version that an image was made from. */
export const contentDigestLabel = "io.github.fairlead.content-digest";

interface ServerImageSource {
  readonly base: BaseImage;
  /** The files of the version, with paths from the server's folder. */
  readonly files: readonly LayerFile[];
  /** The file that Node runs. */
  readonly entry: string;
  /** The content digest of the version. */
  readonly contentDigest: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** The image of a version of a server: its files under `/server`, on a base with Node. */
export function createServerImage({ base, files, entry, contentDigest, labels }: ServerImageSource): Image {
  const layer = createImageLayer(files.map((file) => ({ ...file, path: `server/${file.path}` })));
  return createImage(base, layer, {
    user: "65532:65532",
    workingDir: "/server",
    command: ["node", `/server/${entry}`],
    port: 8080,
    labels: { ...labels, [contentDigestLabel]: contentDigest },
  });
}

/** What an engine says of an image that it has. */
interface InspectedImage {
  readonly labels: Readonly<Record<string, string>>;
  /** The digests of its layers before compression, from the lowest. */
  readonly diffIds: readonly string[];
}

/**
 * Says how the image that an engine has differs from the one that was created, or returns undefined. The id is not compared: it is the
 * digest of the configuration in one store of images, and of the manifest in another.
 */
export function findImageDifference(image: Image, inspected: InspectedImage): string | undefined {
  const [expected, actual] = [image.labels[contentDigestLabel], inspected.labels[contentDigestLabel]];
  if (actual !== expected)
    return `its label ${contentDigestLabel} is ${actual ?? "missing"}, and that of the version is ${expected}`;
  const diffIds = image.layers.map(({ diffId }) => diffId);
  if (inspected.diffIds.join() !== diffIds.join())
    return `its layers are ${inspected.diffIds.join(", ")}, and those of the version are ${diffIds.join(", ")}`;
  return undefined;
}
