import type { Client } from "../api/client.ts";
import { createDeploymentLog, type DeploymentLogText } from "./deploymentLogs.ts";
import type { Disposable, Log } from "./ports.ts";
import type { VersionFiles } from "./versionFiles.ts";
import { readVirtualPath } from "./virtualUris.ts";

export interface VirtualFile {
  readonly bytes: Uint8Array;
  /** Changes with the content. */
  readonly revision: number;
}

/** The read-only documents of the scheme `fairlead`, by decoded path. */
export interface VirtualFiles {
  read(path: string): Promise<VirtualFile>;
  /** Keeps what can change up to date until disposed. */
  watch(path: string, onChange: () => void): Disposable;
  /** After this nothing read before is taken for what the active connection has. */
  clear(): void;
}

/** What was asked for is not at the active connection. */
export class NoSuchDocumentError extends Error {
  override readonly name = "NoSuchDocumentError";
}

export interface VirtualFileParts {
  /** Without asking anything: VS Code restores documents by itself. */
  readonly client: () => Promise<Client | undefined>;
  readonly versions: VersionFiles;
  readonly log: Log;
}

export function createVirtualFiles({ client, versions, log }: VirtualFileParts): VirtualFiles {
  const logs = new Map<string, DeploymentLogText>();
  const logOf = (deploymentId: string) => {
    const found = logs.get(deploymentId) ?? createDeploymentLog(deploymentId, log);
    logs.set(deploymentId, found);
    return found;
  };
  const connected = async () => {
    const found = await client();
    if (found) return found;
    throw new NoSuchDocumentError("There is no connection to read this from. Connect, then open it again.");
  };
  return {
    read: async (path) => {
      const wanted = readVirtualPath(path);
      if (!wanted) throw new NoSuchDocumentError(`There is no document "${path}".`);
      if (wanted.kind === "file") return readFile(versions, await connected(), wanted);
      const text = logOf(wanted.deploymentId);
      await text.update(await connected());
      return { bytes: Buffer.from(text.text()), revision: text.length };
    },
    watch: (path, onChange) => {
      const wanted = readVirtualPath(path);
      const left = new AbortController();
      if (wanted?.kind === "log") {
        const text = logOf(wanted.deploymentId);
        void client().then((found) => found && text.follow(found, left.signal, onChange));
      }
      return { dispose: () => left.abort() };
    },
    clear: () => {
      logs.clear();
      versions.clear();
    },
  };
}

async function readFile(
  versions: VersionFiles,
  client: Client,
  { artifactId, version, path }: { artifactId: string; version: string; path: string },
): Promise<VirtualFile> {
  const files = await versions.list(client, artifactId, version);
  const file = files.find((one) => one.path === path);
  if (!file) throw new NoSuchDocumentError(`Version ${version} has no file "${path}".`);
  return { bytes: file.bytes, revision: 0 };
}
