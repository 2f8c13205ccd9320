import * as l10n from "@vscode/l10n";
import type { RegistryVersion } from "../../../contract/registry.ts";
import { formatRelativeTime } from "../../../text/formatRelativeTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { shortenDigest } from "../../../text/shortenDigest.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { PromptBack, PromptChoice, PromptStep } from "../../base/ports.ts";

interface Question {
  readonly title: string;
  readonly placeholder: string;
  readonly step?: PromptStep;
}

/** Prompts for one of these versions, newest first. undefined: cancelled. */
export function chooseVersion(
  app: EditorServices,
  versions: readonly RegistryVersion[],
  question: Question,
): Promise<RegistryVersion | PromptBack | undefined> {
  return app.prompts.pick({ ...question, choices: versions.map(choiceOf) });
}

function choiceOf(version: RegistryVersion, index: number): PromptChoice<RegistryVersion> {
  const { deprecated, publishedAt, publishedBy, digest, notes } = version;
  return {
    label: version.version,
    description: joinTextParts(
      index === 0 ? l10n.t("newest") : "",
      deprecated ? l10n.t("deprecated") : "",
      formatRelativeTime(publishedAt, Date.now()),
      publishedBy,
      digest && shortenDigest(digest),
    ),
    ...(notes && { detail: notes }),
    icon: deprecated ? "circle-slash" : "tag",
    value: version,
  };
}
