import type { Client } from "../../client/client.ts";
import type { Artifact } from "../../contract/registry.ts";
import { ago } from "../../core/foundation/formatRelativeTime.ts";
import { type Back, back, type Choice, type Step } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { type VersionedArtifact, versioned } from "../../core/view/nodes.ts";
import type { App } from "../app.ts";

/** Offered at once; the rest is found by searching. */
const mostOffered = 100;

export interface ArtifactQuestion {
  readonly title: string;
  /** Only of this kind. */
  readonly kind?: Artifact["kind"];
}

/** Asks which artifact is meant; where there are too many to list, they can be searched. undefined: escaped, or there is none. */
export async function chooseArtifact(
  app: App,
  client: Client,
  { title, kind }: ArtifactQuestion,
  step?: Step,
): Promise<VersionedArtifact | Back | undefined> {
  let q = "";
  for (;;) {
    const input = { limit: mostOffered, ...(kind && { kind }), ...(q && { q }) };
    const { items, nextCursor } = await client.call("registry.artifacts", input);
    const offered = items.filter(({ latestVersion }) => latestVersion !== null);
    if (offered.length === 0 && q === "") {
      say(
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
    if (picked === undefined || picked === back) return picked;
    if (picked !== searching) return versioned(picked);
    const text = await app.prompts.input({ title, prompt: "Text in its name, title or description", value: q });
    if (text === undefined) return undefined;
    if (text !== back) q = text.trim();
  }
}

const searching: unique symbol = Symbol("searching");

const searchChoice: Choice<Artifact | typeof searching> = {
  label: "Search...",
  description: "the whole registry",
  icon: "search",
  value: searching,
};

function choiceOf(artifact: Artifact): Choice<Artifact | typeof searching> {
  const { kind, name, title, description, latestVersion, updatedAt } = artifact;
  return {
    label: title || name,
    description: [latestVersion, kind, ago(updatedAt, Date.now())].filter(Boolean).join(" · "),
    ...(description && { detail: description }),
    icon: kind === "skill" ? "mortar-board" : "server-environment",
    value: artifact,
  };
}
