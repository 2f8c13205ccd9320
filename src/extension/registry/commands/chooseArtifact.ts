import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Artifact } from "../../../contract/registry.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptBack, type PromptChoice, type PromptStep, promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { toVersionedArtifact, type VersionedArtifact } from "../model/versionedArtifact.ts";

/** Further artifacts are found by searching. */
const mostOffered = 100;

/** Prompts for an artifact, with a search if there are too many to list. undefined: cancelled, or there is none. */
export async function chooseArtifact(
  app: EditorServices,
  client: ServiceClient,
  title: string,
  step?: PromptStep,
): Promise<VersionedArtifact | PromptBack | undefined> {
  let q = "";
  for (;;) {
    const input = { limit: mostOffered, ...(q && { q }) };
    const { items, nextCursor } = await client.call("registry.artifacts", input);
    const offered = items.filter(({ latestVersion }) => Boolean(latestVersion));
    if (offered.length === 0 && q === "") {
      showMessage(app, "info", l10n.t("Nothing is published yet."));
      return undefined;
    }
    const placeholder =
      q === "" ? l10n.t("Which server or skill?") : l10n.t`Which server or skill of those that contain "${q}"?`;
    const search = nextCursor !== null || q !== "" ? [searchChoice] : [];
    const choices = [...search, ...offered.map(choiceOf)];
    const picked = await app.prompts.pick({ title, placeholder, choices, ...(step && { step }) });
    if (picked === undefined || picked === promptBack) return picked;
    if (picked !== searching) return toVersionedArtifact(picked);
    const text = await app.prompts.input({ title, prompt: l10n.t("Text in its name, title or description"), value: q });
    if (text === undefined) return undefined;
    q = text.trim();
  }
}

const searching: unique symbol = Symbol("searching");

const searchChoice: PromptChoice<Artifact | typeof searching> = {
  label: l10n.t("Search..."),
  description: l10n.t("the whole registry"),
  icon: "search",
  value: searching,
};

function choiceOf(artifact: Artifact): PromptChoice<Artifact | typeof searching> {
  const { kind, name, title, description, latestVersion, updatedAt } = artifact;
  const kindName = kind === "skill" ? l10n.t("skill") : kind === "server" ? l10n.t("server") : kind;
  return {
    label: title || name,
    description: [latestVersion, kindName, formatRelativeTime(updatedAt, Date.now())].filter(Boolean).join(" · "),
    ...(description && { detail: description }),
    icon: kind === "skill" ? "mortar-board" : "server-environment",
    value: artifact,
  };
}
