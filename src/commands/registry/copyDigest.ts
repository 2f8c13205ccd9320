import * as l10n from "@vscode/l10n";
import type { App, CommandHandler } from "../app.ts";
import { findArtifactVersion } from "./findArtifactVersion.ts";

/** Copies the digest, which shows whether two copies have the same content. */
export const copyDigest: CommandHandler<Pick<App, "client" | "clipboard" | "log" | "messages" | "prompts">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const question = { title: l10n.t("Copy Digest"), placeholder: l10n.t("Which version?") };
  const found = await findArtifactVersion(app, client, target, question);
  if (!found) return;
  const { artifact, version } = found;
  const { digest } = version;
  if (digest === undefined) {
    await app.messages.info(l10n.t`The service gives no digest of ${artifact.name} ${version.version}.`);
    return;
  }
  await app.clipboard(digest);
  await app.messages.info(l10n.t`Copied the digest of ${artifact.name} ${version.version}: ${digest}`);
};
