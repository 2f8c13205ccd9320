import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { TestRun } from "../../../../contract/testRuns.ts";
import { findSourceFile } from "../../../../text/position/sourceLocations.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { readAvailable } from "../../../base/unavailability.ts";
import type { ConnectionServices } from "../../../connection/connectionServices.ts";
import { locateVersionFile } from "../../../deployment/model/sourceLinks.ts";
import type { RegistryServices } from "../../../registry/registryServices.ts";
import { findRunFailure } from "../../model/runFailure.ts";

/** A line of a version's code that failed. */
interface FailedLine {
  readonly path: string;
  /** Counts from 1. */
  readonly line: number;
  readonly show: () => Promise<void>;
}

/** The innermost position of the error with which a server did not start for its tests that is in a file of its version. */
export async function findFailedLine(
  app: EditorServices & ConnectionServices & RegistryServices,
  client: ServiceClient,
  { server, version, run }: { readonly server: Server; readonly version: string; readonly run: TestRun },
): Promise<FailedLine | undefined> {
  const positions = findRunFailure(run)?.positions ?? [];
  const { id: serverId, name, artifactId } = server;
  if (!artifactId || positions.length === 0) return undefined;
  const read = await readAvailable(app.versions.list(client, artifactId, version));
  const files = read.kind === "available" ? read.value : [];
  const paths = files.map(({ path }) => path);
  for (const { path, line } of positions) {
    const found = findSourceFile(path, paths, run.id);
    const file = files.find((one) => one.path === found);
    if (!file) continue;
    const show = async () => {
      const uri = await locateVersionFile(app, { serverId, name, artifactId, version }, file);
      await app.documents.show(uri, { line: line - 1 });
    };
    return { path: file.path, line, show };
  }
  return undefined;
}
