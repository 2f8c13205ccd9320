import * as l10n from "@vscode/l10n";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import { formatByteSize } from "../../text/formatByteSize.ts";
import type { App, CommandHandler } from "../app.ts";
import { findArtifactVersion } from "./findArtifactVersion.ts";

const title = l10n.t("Open File of Version");

/** Opens a version's file read-only. */
export const openVersionFile: CommandHandler<
  Pick<App, "client" | "documents" | "log" | "messages" | "prompts" | "versions">
> = async (app, target) => {
  const { node } = target;
  if (node?.kind === "file") {
    const { artifact, version, path } = node;
    return app.documents.open(versionFileUri({ name: artifact.name, artifactId: artifact.id, version, path }));
  }
  const client = await app.client();
  if (!client) return;
  const found = await findArtifactVersion(app, client, target, { title, placeholder: l10n.t("Which version?") });
  if (!found) return;
  const { id: artifactId, name } = found.artifact;
  const { version } = found.version;
  const files = await app.versions.list(client, artifactId, version);
  const choices = files.map(({ path, bytes }) => ({
    label: path,
    description: formatByteSize(bytes.length),
    value: path,
  }));
  const path = await app.prompts.pick({ title, placeholder: l10n.t`Which file of ${name} ${version}?`, choices });
  if (path === undefined || path === promptBack) return;
  await app.documents.open(versionFileUri({ name, artifactId, version, path }));
};
