import type { ServiceClient } from "../../../../client/client.ts";
import { hasErrorName } from "../../../base/failure.ts";
import type { CodeFile } from "../../../registry/model/versionFiles.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import { selectFolderCode } from "../../model/folder/folderLink.ts";

/** The code of a version that a folder names; undefined if the service does not have it. Any other failure says nothing about it. */
export async function readFolderVersion(
  { versions }: RegistryServices,
  client: ServiceClient,
  artifactId: string | null | undefined,
  version: string,
): Promise<readonly CodeFile[] | undefined> {
  try {
    const files = selectFolderCode(await versions.list(client, artifactId ?? "", version));
    return files.length === 0 ? undefined : files;
  } catch (error) {
    if (hasErrorName(error, "NotFoundError")) return undefined;
    throw error;
  }
}
