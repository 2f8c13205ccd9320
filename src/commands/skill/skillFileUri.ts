import { versionFileUri } from "../../core/virtualUris.ts";

interface Version {
  readonly name: string;
  readonly artifactId: string;
  readonly version: string;
}

/** A file of a hosted version, to be read only. */
export function skillFileUri({ name, artifactId, version }: Version, path: string): string {
  return versionFileUri({ name, artifactId, version, path });
}
