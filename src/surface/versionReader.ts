import type { RegistryVersion } from "../contract/registry.ts";
import type { VersionTool } from "../contract/routes/toolsRoute.ts";
import type { FileContent } from "../text/files/fileContent.ts";
import { hasSameFiles } from "../text/files/hasSameFiles.ts";
import { compareSurfaces } from "./compareSurfaces.ts";
import { readGeneratedSurface } from "./generatedSurface.ts";
import type { SurfaceChange } from "./surfaceChange.ts";

/** Reads the versions of one server from the registry. */
export interface VersionReader {
  /** A version as the registry lists it; undefined when it does not exist. */
  find(version: string): Promise<RegistryVersion | undefined>;
  /** undefined when the service does not show files. */
  readFiles(version: string): Promise<readonly FileContent[] | undefined>;
  /** The tools as the server listed them, where `hasTools` of the version says so. */
  readListedTools(version: string): Promise<readonly VersionTool[]>;
}

/**
 * The tools of a version: from the files of a generated server, which any service has, else as the server listed them at a service that
 * saves that. undefined: they are not known.
 */
export async function readVersionTools(
  reader: VersionReader,
  { version, hasTools }: Pick<RegistryVersion, "version" | "hasTools">,
): Promise<readonly VersionTool[] | undefined> {
  const generated = readGeneratedSurface((await reader.readFiles(version)) ?? []);
  return generated || hasTools !== true ? generated : reader.readListedTools(version);
}

/**
 * What differs for callers between the tools of two versions; undefined: the tools of one of them are not known. Equal digests alone
 * prove nothing, because a service may compute them of anything.
 */
export async function compareVersionTools(
  reader: VersionReader,
  before: RegistryVersion,
  after: RegistryVersion,
): Promise<readonly SurfaceChange[] | undefined> {
  const [earlier, later] = await Promise.all([readVersionTools(reader, before), readVersionTools(reader, after)]);
  if (earlier && later) return compareSurfaces(earlier, later);
  const isSame = before.digest !== undefined && before.digest === after.digest;
  return isSame && (await haveSameFiles(reader, before, after)) ? [] : undefined;
}

async function haveSameFiles(
  reader: VersionReader,
  ...pair: readonly [RegistryVersion, RegistryVersion]
): Promise<boolean> {
  const [some = [], others = []] = await Promise.all(pair.map(({ version }) => reader.readFiles(version)));
  return some.length > 0 && hasSameFiles(some, others);
}
