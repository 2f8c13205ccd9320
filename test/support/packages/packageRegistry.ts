import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { startHttpServer } from "../services/startHttpServer.ts";

/** The files of a package by path, such as `index.js`. */
type PackageFiles = Readonly<Record<string, string>>;

/** An archive as npm makes it: all files are in the folder `package`. */
export async function createPackageArchive(files: PackageFiles, more: readonly TarEntry[] = []): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name: `package/${name}`, size: Buffer.byteLength(body), type: "file" as const },
    body,
  }));
  return gzipSync(await packTar([...entries, ...more]));
}

export const createIntegrity = (archive: Uint8Array) =>
  `sha512-${createHash("sha512").update(archive).digest("base64")}`;

/** Serves archives on loopback for one test, and counts the requests for each. */
export async function startPackageRegistry(archives: Readonly<Record<string, Uint8Array>>) {
  const requests: string[] = [];
  const url = await startHttpServer((request, response) => {
    const name = request.url?.slice(1) ?? "";
    requests.push(name);
    const archive = archives[name];
    if (archive) response.end(archive);
    else response.writeHead(404).end();
  });
  const lock = (name: string, archive = archives[name] ?? new Uint8Array()) => ({
    ...{ version: "1.0.0", resolved: `${url}/${name}`, integrity: createIntegrity(archive) },
  });
  return { url, requests, lock };
}

/** The text of a lock file. */
export function createLockFile(
  dependencies: readonly string[],
  packages: Readonly<Record<string, object>>,
  lockfileVersion = 3,
): string {
  const root = { name: "server", dependencies: Object.fromEntries(dependencies.map((name) => [name, "^1.0.0"])) };
  return JSON.stringify({ name: "server", lockfileVersion, packages: { "": root, ...packages } });
}
