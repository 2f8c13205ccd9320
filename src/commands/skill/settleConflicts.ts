import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { below, placeLabel, uriOf } from "../../core/foundation/folderPath.ts";
import { fileWords } from "../../core/skill/formatSkill.ts";
import type { SkillVersion } from "../../core/skill/skillVersion.ts";
import type { CopyTarget } from "../../core/skill/writeSkillCopy.ts";
import type { App } from "../app.ts";

const overwrite = "Overwrite";

/** Shows what would be lost in a folder, and asks whether it may be. Leaving the question keeps it. */
export async function settleConflicts(
  app: App,
  target: Pick<CopyTarget, "place" | "scope">,
  version: SkillVersion,
  conflicts: readonly string[],
): Promise<boolean> {
  if (conflicts.length === 0) return true;
  const called = placeLabel(target);
  const coming = new Set(version.files.map(({ path }) => path));
  const pairs = conflicts.map((path) => ({
    label: path,
    left: uriOf(below(target.place, path)),
    right: coming.has(path) ? versionFileUri({ ...version, path }) : undefined,
  }));
  const title = `${called} ↔ ${version.name} ${version.version}`;
  await app.documents.compare(title, pairs);
  const lost = conflicts.length === 1 ? `"${conflicts[0]}" differs` : `${fileWords(conflicts.length)} differ`;
  const message = `${lost} in ${called} from what would be written there.`;
  return (await app.messages.warning(message, overwrite, "Skip")) === overwrite;
}
