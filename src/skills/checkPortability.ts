import { type PortabilityFacts, readPortabilityFacts } from "./portabilityFacts.ts";
import type { ClientPortability, SkillFile } from "./skill.ts";
import { skillClients } from "./skillClients.ts";

/** How each client known here takes a skill. `folder` is the name of the skill's folder. */
export function checkPortability(files: readonly SkillFile[], folder?: string): ClientPortability[] {
  const facts = readPortabilityFacts(files, folder);
  return skillClients.map(({ client, name, heeds, take }) => {
    const file = facts?.file;
    if (!facts || file !== "SKILL.md") {
      const reason = facts ? `It looks for SKILL.md, in capitals, not ${file}.` : "There is no SKILL.md.";
      return { client, name, verdict: "skips", reasons: [reason] };
    }
    const { skips, partly } = take(facts);
    const unheeded = unheededFields(facts, heeds);
    const fatal = skips.filter((reason) => reason !== false);
    const reasons = [...fatal, ...[...partly, ...unheeded].filter((reason) => reason !== false)];
    return { client, name, verdict: fatal.length > 0 ? "skips" : reasons.length > 0 ? "partly" : "loads", reasons };
  });
}

function unheededFields({ acting }: PortabilityFacts, heeds: readonly string[]): string[] {
  const fields = acting.filter((field) => !heeds.includes(field)).map((field) => `"${field}"`);
  if (fields.length === 0) return [];
  return [`${fields.join(", ")} ${fields.length === 1 ? "is" : "are"} not heeded.`];
}
