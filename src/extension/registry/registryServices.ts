import type { VersionFiles } from "./model/versionFiles.ts";

/** What commands use of the registry. */
export interface RegistryServices {
  readonly versions: VersionFiles;
}
