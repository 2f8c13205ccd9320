import { createVersionImage } from "../deployments/runners/createVersionImage.ts";
import type { ServerProgram } from "../deployments/runners/runner.ts";
import type { BaseImage } from "../images/image.ts";
import type { Platform } from "../images/imageFormat.ts";
import { parseImageReference } from "../images/imageReference.ts";
import { pushImage } from "../images/pushImage.ts";
import type { FindRegistryCredentials } from "../images/registryCredentials.ts";
import type { ClusterClient } from "./client/clusterClient.ts";
import { readClusterVersion } from "./clusterVersion.ts";

/** Makes the image of a version available to a cluster. Resolves with its name and digest. */
export type PublishImage = (client: ClusterClient, program: ServerProgram, signal: AbortSignal) => Promise<string>;

interface ImagePublisherOptions {
  /** `registry.example.com/team/servers`. */
  readonly imageRepository: string;
  /** Reads the image with Node that those of servers begin with. */
  readonly readBaseImage: (platform: Platform, signal: AbortSignal) => Promise<BaseImage>;
  readonly findCredentials: FindRegistryCredentials;
}

/** Pushes images to a repository, for nodes that are taken to have the processor of the cluster's API server. */
export function createImagePublisher({
  imageRepository,
  readBaseImage,
  findCredentials,
}: ImagePublisherOptions): PublishImage {
  return async (client, program, signal) => {
    const { platform } = await readClusterVersion(client, signal);
    const [os = "", architecture = ""] = platform.split("/");
    const base = await readBaseImage({ os, architecture }, signal);
    const image = await createVersionImage(program, base);
    // A registry may remove what has no tag.
    const tag = image.digest.slice("sha256:".length, 19);
    const target = { ...parseImageReference(imageRepository), tag };
    return pushImage(image, { target, base, findCredentials, signal });
  };
}
