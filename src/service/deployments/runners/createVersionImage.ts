import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BaseImage, Image } from "../../images/image.ts";
import { createServerImage } from "../../images/serverImage.ts";
import { createFileListDigest } from "../../storage/sha256Digest.ts";
import { DeploymentFailure } from "../deploymentFailure.ts";
import type { ServerProgram } from "./runner.ts";

type ImageSource = Pick<ServerProgram, "folder" | "files" | "packageFiles" | "entry" | "digest">;

/** Creates the image of a version with its packages. The files on disk must still be those of the version. */
export async function createVersionImage(
  { folder, files: paths, packageFiles, entry, digest: contentDigest }: ImageSource,
  base: BaseImage,
): Promise<Image> {
  const read = (some: readonly string[]) =>
    Promise.all(some.map(async (path) => ({ path, content: await readFile(join(folder, path)) })));
  const files = await read(paths);
  if (createFileListDigest(files) !== contentDigest)
    throw new DeploymentFailure("start", "The files on disk are not those of the version. Deploy it again.");
  return createServerImage({ base, files: [...files, ...(await read(packageFiles))], entry, contentDigest });
}
