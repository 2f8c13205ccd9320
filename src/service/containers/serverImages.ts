import { join } from "node:path";
import { packTar, type TarSource } from "modern-tar/fs";
import { DeploymentFailure } from "../deployments/deploymentFailure.ts";
import { createNodeDockerfile, dockerfile } from "../deployments/runners/dockerfile.ts";
import { readProgramFiles, type ServerProgram } from "../deployments/runners/runner.ts";
import { waitUnlessAborted } from "../network/waitUnlessAborted.ts";
import { createRoundRobinLimiter } from "../roundRobinLimiter.ts";
import { createSha256Digest } from "../storage/sha256Digest.ts";
import type { ContainerEngine, InspectedImage } from "./containerEngine.ts";
import { EngineError } from "./engineRequest.ts";

/** The name of all images that the engine builds for the service. The tag distinguishes them. */
export const imageName = "localhost/fairlead/server";
/** The label with the digest of what an image was built from. */
export const sourceLabel = "io.github.fairlead.source-digest";

type ImageProgram = Pick<ServerProgram, "digest" | "folder" | "entry" | "files">;

/** The images that the engine builds. One that it has is not built again. */
export interface ServerImages {
  /** The image of a version: Node with its files and packages, or what its own `Dockerfile` says. */
  provide(program: ImageProgram, signal: AbortSignal): Promise<ProvidedImage>;
  /** An image with Node and no server. */
  provideCarrier(signal: AbortSignal): Promise<ProvidedImage>;
}

export interface ProvidedImage extends Pick<InspectedImage, "user"> {
  /** Its name in the engine. */
  readonly name: string;
  /** Its name with its id, for people. */
  readonly reference: string;
}

/** `baseImage` is that with Node. */
export function createServerImages(engine: ContainerEngine, baseImage: string): ServerImages {
  /** Deployments and test runs of a version need the same image, and it is built once. A build that takes long holds up no others. */
  const limitBuilds = createRoundRobinLimiter(3);
  const provideImage = async (source: ImageSource, signal: AbortSignal): Promise<ProvidedImage> => {
    const name = `${imageName}:${source.digest.slice("sha256:".length, 19)}`;
    const find = async () => {
      const found = await engine.inspectImage(name, signal);
      return found?.labels[sourceLabel] === source.digest ? found : undefined;
    };
    const build = async () => {
      signal.throwIfAborted();
      if (!(await find())) await buildImage(engine, source, name, signal);
    };
    if (!(await find())) await waitUnlessAborted(limitBuilds(name, build), signal);
    const image = await find();
    if (!image) throw new DeploymentFailure("build", `The container engine built no image ${name}.`);
    return { name, reference: `${imageName}@${image.id}`, user: image.user };
  };
  return {
    provide: async (program, signal) => {
      await readProgramFiles(program);
      return await provideImage(createSource(program, baseImage), signal);
    },
    provideCarrier: (signal) => {
      const text = `FROM ${baseImage}\n`;
      return provideImage({ digest: createTextDigest(text), files: [createTextFile(text)], advice: "" }, signal);
    },
  };
}

interface ImageSource {
  readonly digest: string;
  readonly files: readonly TarSource[];
  /** What a user can do when the build fails. */
  readonly advice: string;
}

const createTextDigest = (text: string) => createSha256Digest(Buffer.from(text));
const createTextFile = (content: string): TarSource => ({ type: "content", content, target: dockerfile });

function createSource({ folder, entry, files, digest }: ImageProgram, baseImage: string): ImageSource {
  if (entry === dockerfile)
    return {
      digest,
      files: files.map((path) => ({ type: "file", source: join(folder, path), target: path, mode: 0o644 })),
      advice: `Correct the ${dockerfile} and generate a new version.`,
    };
  const text = createNodeDockerfile(baseImage, entry);
  return {
    digest: createTextDigest(text + digest),
    // In a folder of their own, so that a `.dockerignore` leaves nothing out. On disk only the service may read them.
    files: [createTextFile(text), { type: "directory", source: folder, target: "server", mode: 0o755, uid: 0, gid: 0 }],
    advice: `Check that the engine can pull ${baseImage}, or name another image with --base-image.`,
  };
}

async function buildImage(
  engine: ContainerEngine,
  { digest, files, advice }: ImageSource,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const query = { t: name, dockerfile, labels: JSON.stringify({ [sourceLabel]: digest }), forcerm: "1" };
  try {
    await engine.buildImage(packTar(files), query, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof EngineError)) throw error;
    throw new DeploymentFailure("build", `${error.message}. ${advice}`, error.progress, error);
  }
}
