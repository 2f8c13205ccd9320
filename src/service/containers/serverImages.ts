import { DeploymentFailure } from "../deployments/deploymentFailure.ts";
import { createVersionImage } from "../deployments/runners/createVersionImage.ts";
import type { ServerProgram } from "../deployments/runners/runner.ts";
import type { BaseImage, Image } from "../images/image.ts";
import { createImageArchive } from "../images/imageArchive.ts";
import { createServerImage, findImageDifference } from "../images/serverImage.ts";
import { createSemaphore } from "../semaphore.ts";
import { createFileListDigest } from "../storage/sha256Digest.ts";
import type { ContainerEngine } from "./containerEngine.ts";
import { EngineError } from "./engineRequest.ts";

/** The name of all images that the service gives an engine. The tag distinguishes them. */
export const imageName = "localhost/fairlead/server";

/** The images of versions in a container engine. */
export interface ServerImages {
  /** Gives the engine the image of a version, if it does not have it. */
  provide(
    program: Pick<ServerProgram, "digest" | "folder" | "entry" | "files" | "packageFiles">,
    signal: AbortSignal,
  ): Promise<ProvidedImage>;
  /** Gives the engine an image with Node and no server. */
  provideCarrier(signal: AbortSignal): Promise<ProvidedImage>;
}

interface ProvidedImage {
  /** Its name in the engine. */
  readonly name: string;
  /** Its name with the digest of its manifest, for people. */
  readonly reference: string;
}

export function createServerImages(
  engine: ContainerEngine,
  readBaseImage: (signal: AbortSignal) => Promise<BaseImage>,
): ServerImages {
  /** An engine extracts the layers of an image that it loads, so one waits for the other. */
  const loadNext = createSemaphore(1);
  const provideImage = async (image: Image, signal: AbortSignal): Promise<ProvidedImage> => {
    const name = `${imageName}:${image.digest.slice("sha256:".length, 19)}`;
    const load = async () => {
      const found = await engine.inspectImage(name, signal);
      if (found) return found;
      // An engine that has the base needs no copy of it. The failure is the way to find out.
      await engine.loadImage(createImageArchive(image, name, { withBase: false }), signal).catch(async (error) => {
        if (!(error instanceof EngineError) || error.status === undefined) throw error;
        await engine.loadImage(createImageArchive(image, name), signal);
      });
      return await engine.inspectImage(name, signal);
    };
    const loaded = (await engine.inspectImage(name, signal)) ?? (await loadNext(load));
    if (!loaded)
      throw new DeploymentFailure("start", `The container engine loaded the image ${name}, but does not have it.`);
    checkImage(name, image, loaded);
    return { name, reference: `${imageName}@${image.digest}` };
  };
  return {
    provide: async (program, signal) => {
      const base = await readBaseImage(signal);
      return await provideImage(await createVersionImage(program, base), signal);
    },
    provideCarrier: async (signal) => {
      const base = await readBaseImage(signal);
      const empty = { base, files: [], entry: "", contentDigest: createFileListDigest([]) };
      return await provideImage(createServerImage(empty), signal);
    },
  };
}

function checkImage(name: string, image: Image, inspected: Parameters<typeof findImageDifference>[1]): void {
  const difference = findImageDifference(image, inspected);
  if (difference === undefined) return;
  throw new DeploymentFailure(
    "start",
    `The image ${name} in the container engine is not that of the version: ${difference}. Remove it from the engine and deploy again.`,
  );
}
