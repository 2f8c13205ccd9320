import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../../text/formatFirst.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { computeFileDigest } from "../../../base/fileDigest.ts";
import { confirmShownChange } from "../../../base/prompts/confirmShownChange.ts";
import type { SkillCopy } from "../../model/skillCopies.ts";
import type { SourceSkill } from "../../model/source/openedSource.ts";
import type { SkillSource } from "../../model/source/skillSource.ts";

/**
 * Asks about skills within a skill of a server, unless they are installed as they are: some agents search all folders and load them too,
 * and consent to a skill is none to those within it (SEP-2640, "Nested Skills").
 */
export async function confirmNestedSkills(
  app: Pick<EditorServices, "prompts">,
  source: SkillSource,
  { name, files }: SourceSkill,
  installed?: SkillCopy,
): Promise<boolean> {
  if (source.kind !== "mcp") return true;
  const known = new Map(installed?.record.files.map(({ path, digest }) => [path, digest]));
  const nested = files.filter(
    ({ path, bytes }) => /\/SKILL\.md$/i.test(path) && known.get(path) !== computeFileDigest(bytes),
  );
  if (nested.length === 0) return true;
  const names = formatFirst(nested.map(({ path }) => path.slice(0, path.lastIndexOf("/"))));
  return confirmShownChange(app, {
    title: l10n.t`Install ${name}`,
    question: l10n.t`${name} holds skills of its own: ${names}. Some agents load them as well.`,
    action: l10n.t("Install with Them"),
  });
}
