import * as l10n from "@vscode/l10n";
import { formatList } from "../text/language/formatList.ts";
import { type PortabilityFacts, readPortabilityFacts } from "./portabilityFacts.ts";
import type { ClientPortability, SkillFile } from "./skill.ts";
import { skillClients } from "./skillClients.ts";

/** Reports how each known client loads a skill. `folder` is the name of the skill's folder. */
export function checkPortability(files: readonly SkillFile[], folder?: string): ClientPortability[] {
  const facts = readPortabilityFacts(files, folder);
  return skillClients.map(({ client, name, supportedFields, listReasons }) => {
    const file = facts?.file;
    if (!facts || file !== "SKILL.md") {
      const reason = facts
        ? l10n.t`It looks for SKILL.md in upper case, not ${file ?? ""}.`
        : l10n.t("There is no SKILL.md.");
      return { client, name, verdict: "skips", reasons: [reason] };
    }
    const { skips, partly } = listReasons(facts);
    const ignored = listIgnoredFields(facts, supportedFields);
    const skipReasons = skips.filter((reason) => reason !== false);
    const reasons = [...skipReasons, ...[...partly, ...ignored].filter((reason) => reason !== false)];
    return {
      client,
      name,
      verdict: skipReasons.length > 0 ? "skips" : reasons.length > 0 ? "partly" : "loads",
      reasons,
    };
  });
}

/** The names of the clients that do not load a skill, such as `Codex`. */
export function listSkippingClients(files: readonly SkillFile[], folder?: string): readonly string[] {
  return checkPortability(files, folder)
    .filter(({ verdict }) => verdict === "skips")
    .map(({ name }) => name);
}

function listIgnoredFields({ behaviorFields }: PortabilityFacts, supportedFields: readonly string[]): string[] {
  const fields = behaviorFields.filter((field) => !supportedFields.includes(field)).map((field) => `"${field}"`);
  if (fields.length === 0) return [];
  const names = formatList(fields);
  return [fields.length === 1 ? l10n.t`${names} is not supported.` : l10n.t`${names} are not supported.`];
}
