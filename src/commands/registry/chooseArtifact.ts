import type { ServiceClient } from "../../client/client.ts";
import type { Artifact } from "../../contract/registry.ts";
import { formatRelativeTime } from "../../core/foundation/formatRelativeTime.ts";
import { type PromptBack, type PromptChoice, type PromptStep, promptBack } from "../../core/foundation/ports.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { toVersionedArtifact, type VersionedArtifact } from "../../core/registry/versionedArtifact.ts";
import type { App } from "../app.ts";

/** Further artifacts are found by searching. */
const mostOffered = 100;

export interface ArtifactQuestion {
  readonly title: string;
  readonly kind?: Artifact["kind"];
}

/** Prompts for an artifact, with a search if there are too many to list. undefined: cancelled, or there is none. */
export async function chooseArtifact(
  app: Pick<App, "log" | "messages" | "prompts">,
  client: ServiceClient,
  { title, kind }: ArtifactQuestion,
  step?: PromptStep,
): Promise<VersionedArtifact | PromptBack | undefined> {
  let q = "";
  for (;;) {
    const input = { limit: mostOffered, ...(kind && { kind }), ...(q && { q }) };
    const { items, nextCursor } = await client.call("registry.artifacts", input);
    const offered = items.filter(({ latestVersion }) => Boolean(latestVersion));
    if (offered.length === 0 && q === "") {
      showMessage(
        app,
        "info",
        `${kind === "skill" ? "No skill" : kind === "server" ? "No server" : "Nothing"} is published yet.`,
      );
      return undefined;
    }
    const placeholder = q === "" ? "Which one?" : `Which one of those that contain "${q}"?`;
    const search = nextCursor !== null || q !== "" ? [searchChoice] : [];
    const choices = [...search, ...offered.map(choiceOf)];
    const picked = await app.prompts.pick({ title, placeholder, choices, ...(step && { step }) });
    if (picked === undefined || picked === promptBack) return picked;
    if (picked !== searching) return toVersionedArtifact(picked);
    const text = await app.prompts.input({ title, prompt: "Text in its name, title or description", value: q });
    if (text === undefined) return undefined;
    if (text !== promptBack) q = text.trim();
  }
}

const searching: unique symbol = Symbol("searching");

const searchChoice: PromptChoice<Artifact | typeof searching> = {
  label: "Search...",
  description: "the whole registry",
  icon: "search",
  value: searching,
};

function choiceOf(artifact: Artifact): PromptChoice<Artifact | typeof searching> {
  const { kind, name, title, description, latestVersion, updatedAt } = artifact;
  return {
    label: title || name,
    description: [latestVersion, kind, formatRelativeTime(updatedAt, Date.now())].filter(Boolean).join(" · "),
    ...(description && { detail: description }),
    icon: kind === "skill" ? "mortar-board" : "server-environment",
    value: artifact,
  };
}
