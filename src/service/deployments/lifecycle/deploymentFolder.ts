import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readServerImage, readServerTransport, type ServerTransport } from "../../../contract/registry.ts";
import type { RunnerKind } from "../../../contract/runners.ts";
import { staysInFolder } from "../../../text/filePaths.ts";
import type { ServiceContext } from "../../context.ts";
import { findPackages, installPackages } from "../../dependencies/installPackages.ts";
import { DependencyError, readPlatform } from "../../dependencies/lockFile.ts";
import { findVersionRow, readVersionFiles } from "../../registry/versions.ts";
import type { StoredVersionFile } from "../../storage/rows/versionRow.ts";
import { createSha256Digest } from "../../storage/sha256Digest.ts";
import { DeploymentFailure } from "../deploymentFailure.ts";

/** The files of a version on disk. */
export interface DeploymentFolder {
  /** The real path, because the permission model compares real paths. */
  readonly folder: string;
  readonly entry: string;
  readonly transport: ServerTransport;
  /** The container image that the version's manifest names. */
  readonly image: string | undefined;
  /** The digest of the version's files. */
  readonly digest: string;
  readonly files: readonly string[];
  readonly bytes: number;
  /** The number of packages of the version's lock file that its code needs. They are installed, but those of a cluster's pods. */
  readonly packages: number;
}

/**
 * Writes the files of a server's version to `workDir/<deploymentId>`, verifies the digest of each first, and installs the packages of
 * its lock file.
 */
export async function writeDeploymentFolder(
  context: Pick<ServiceContext, "db" | "workDir" | "log" | "packages">,
  target: {
    readonly deploymentId: string;
    readonly artifactId: string;
    readonly version: string;
    readonly runsOn: RunnerKind;
  },
  signal: AbortSignal,
): Promise<DeploymentFolder> {
  const { db } = context;
  const version = findVersionRow(db, target.artifactId, target.version);
  if (!version) throw new DeploymentFailure("build", `Version ${target.version} does not exist.`);
  const files = readVersionFiles(db, version.id);
  const entry = version.entry ?? "";
  if (!files.some((file) => file.path === entry))
    throw new DeploymentFailure("build", `The version's entry "${entry}" is not among its ${files.length} files.`);
  for (const file of files) checkFile(file);
  if (/\.[cm]?ts$/.test(entry) && process.features.typescript === false)
    throw new DeploymentFailure(
      "build",
      `Node ${process.version} of the service cannot run ${entry}. Compile it to JavaScript.`,
    );

  const folder = getDeploymentFolder(context, target.deploymentId);
  await removeDeploymentFolder(context, target.deploymentId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of files) {
    signal.throwIfAborted();
    const filePath = join(folder, file.path);
    await mkdir(dirname(filePath), { recursive: true });
    await writeFile(filePath, file.content, { flag: "wx" });
  }
  const bytes = files.reduce((sum, file) => sum + file.content.byteLength, 0);
  const readTarget = () => readPlatform(target.runsOn);
  const packages = await explainDependencies(async () => {
    const found = findPackages(files, readTarget);
    // The pods of a cluster install them themselves.
    if (target.runsOn !== "kubernetes") await installPackages(folder, found, context.packages, signal);
    return found.length;
  });
  return {
    folder: await realpath(folder),
    entry,
    transport: readServerTransport(version.manifest_json),
    image: readServerImage(version.manifest_json),
    digest: version.digest,
    files: files.map(({ path }) => path),
    bytes,
    packages,
  };
}

async function explainDependencies<T>(install: () => Promise<T>): Promise<T> {
  try {
    return await install();
  } catch (error) {
    throw error instanceof DependencyError ? new DeploymentFailure("build", error.message, [], error) : error;
  }
}

/** A folder that cannot be removed is removed at the next start of the service. */
export async function removeDeploymentFolder(
  context: Pick<ServiceContext, "workDir" | "log">,
  deploymentId: string,
): Promise<void> {
  await rm(getDeploymentFolder(context, deploymentId), { recursive: true, force: true, maxRetries: 3 }).catch((error) =>
    context.log("warning", `The files of ${deploymentId} could not be removed: ${String(error)}`),
  );
}

function getDeploymentFolder(context: Pick<ServiceContext, "workDir">, deploymentId: string): string {
  return join(context.workDir, deploymentId);
}

/** Paths were checked when the version was published, but a database can be edited. This is the last check before the disk. */
function checkFile(file: StoredVersionFile): void {
  if (!staysInFolder(file.path))
    throw new DeploymentFailure("build", `The path "${file.path}" is outside of the server's folder.`);
  const digest = createSha256Digest(file.content);
  if (digest !== file.digest)
    throw new DeploymentFailure("build", `${file.path} differs from the published file: its digest is ${digest}.`);
}
