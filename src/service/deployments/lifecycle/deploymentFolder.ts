import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, posix } from "node:path";
import type { ServiceContext } from "../../context.ts";
import { findVersionRow, readVersionFiles } from "../../registry/versions.ts";
import type { StoredVersionFile } from "../../storage/rows/versionRow.ts";
import { createSha256Digest } from "../../storage/sha256Digest.ts";
import { DeploymentFailure } from "../deploymentFailure.ts";

/** A version laid out on disk, ready to be started. */
export interface DeploymentFolder {
  /** Its real path: the permission model compares real paths. */
  readonly folder: string;
  readonly entry: string;
  readonly files: number;
  readonly bytes: number;
}

/** Writes the files of a server's version into `workDir/<deploymentId>`, each checked against its digest first. */
export async function writeDeploymentFolder(
  context: Pick<ServiceContext, "db" | "workDir" | "log">,
  order: { readonly deploymentId: string; readonly artifactId: string; readonly version: string },
  signal: AbortSignal,
): Promise<DeploymentFolder> {
  const { db } = context;
  const version = findVersionRow(db, order.artifactId, order.version);
  if (!version) throw new DeploymentFailure("build", `Version ${order.version} is no longer there.`);
  const files = readVersionFiles(db, version.id);
  const entry = version.entry ?? "";
  if (!files.some((file) => file.path === entry))
    throw new DeploymentFailure("build", `The version's entry "${entry}" is not among its ${files.length} files.`);
  for (const file of files) check(file);

  const folder = deploymentFolder(context, order.deploymentId);
  await removeDeploymentFolder(context, order.deploymentId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of files) {
    signal.throwIfAborted();
    const target = join(folder, file.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, file.content, { flag: "wx" });
  }
  const bytes = files.reduce((sum, file) => sum + file.content.byteLength, 0);
  return { folder: await realpath(folder), entry, files: files.length, bytes };
}

/** What cannot be removed now is removed with the next start of the service. */
export async function removeDeploymentFolder(
  context: Pick<ServiceContext, "workDir" | "log">,
  deploymentId: string,
): Promise<void> {
  await rm(deploymentFolder(context, deploymentId), { recursive: true, force: true, maxRetries: 3 }).catch((error) =>
    context.log("warning", `The files of ${deploymentId} could not be removed: ${String(error)}`),
  );
}

function deploymentFolder(context: Pick<ServiceContext, "workDir">, deploymentId: string): string {
  return join(context.workDir, deploymentId);
}

/** Paths were checked when the version was made; a database can be edited, and this is the last moment before the disk. */
function check(file: StoredVersionFile): void {
  const normal = posix.normalize(file.path);
  if (normal !== file.path || isAbsolute(file.path) || /^\.\.(\/|$)|[\\\0]/.test(file.path))
    throw new DeploymentFailure("build", `The path "${file.path}" leaves the server's folder.`);
  const digest = createSha256Digest(file.content);
  if (digest !== file.digest)
    throw new DeploymentFailure("build", `${file.path} is not what was published: its digest is ${digest}.`);
}
