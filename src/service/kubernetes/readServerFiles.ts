import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServerFiles } from "../../kubernetes/kubernetesServer.ts";
import { largestArchive } from "../../kubernetes/serverObjects.ts";
import { DeploymentFailure } from "../deployments/deploymentFailure.ts";
import type { ServerProgram } from "../deployments/runners/runner.ts";
import { packFiles } from "../storage/packFiles.ts";
import { createFileListDigest } from "../storage/sha256Digest.ts";

/** Reads and compresses the files of a version, which must still be those that were published. */
export async function readServerFiles(program: ServerProgram): Promise<ServerFiles> {
  const { folder, files, entry, digest, packages } = program;
  if (packages > 0 && !files.includes("package.json")) throw new DeploymentFailure("start", missingManifest);
  const read = files.map(async (path) => ({ path, content: await readFile(join(folder, path)) }));
  const contents = await Promise.all(read);
  if (createFileListDigest(contents) !== digest)
    throw new DeploymentFailure("start", "The files on disk are not those of the version. Deploy it again.");
  const archive = await packFiles(contents);
  if (archive.length > largestArchive) throw new DeploymentFailure("start", createSizeMessage(archive.length));
  return { archive, entry, installsPackages: packages > 0 };
}

const missingManifest =
  "The pods install the packages of package-lock.json, which npm does only beside a package.json. Add it and generate a new version.";

function createSizeMessage(bytes: number): string {
  const size = (bytes / 1_000_000).toFixed(1);
  return `The version's files take ${size} MB compressed, and a ConfigMap of Kubernetes holds ${largestArchive / 1_000_000} MB. Name an image that contains them in server.json, as a package with "registryType": "oci", and generate a new version.`;
}
