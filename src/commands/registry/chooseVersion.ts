import type { Version } from "../../contract/registry.ts";
import { ago } from "../../core/foundation/formatRelativeTime.ts";
import type { Back, Choice, Step } from "../../core/foundation/ports.ts";
import { shortDigest } from "../../text/shortenDigest.ts";
import type { App } from "../app.ts";

interface Question {
  readonly title: string;
  readonly placeholder: string;
  readonly step?: Step;
}

/** Asks for one of these versions, which come newest first. undefined: escaped. */
export function chooseVersion(
  app: App,
  versions: readonly Version[],
  question: Question,
): Promise<Version | Back | undefined> {
  return app.prompts.pick({ ...question, choices: versions.map(choiceOf) });
}

function choiceOf(version: Version, index: number): Choice<Version> {
  const { deprecated, publishedAt, publishedBy, digest, notes } = version;
  const words = [
    index === 0 ? "newest" : "",
    deprecated ? "deprecated" : "",
    ago(publishedAt, Date.now()),
    publishedBy,
    shortDigest(digest),
  ];
  return {
    label: version.version,
    description: words.filter(Boolean).join(" · "),
    ...(notes && { detail: notes }),
    icon: deprecated ? "circle-slash" : "tag",
    value: version,
  };
}
