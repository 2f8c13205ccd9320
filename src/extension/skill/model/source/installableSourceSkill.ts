import { readSkill } from "../../../../skills/readSkill.ts";
import { shortenDigest } from "../../../../text/shortenDigest.ts";
import { toVisibleText } from "../../../../text/toVisibleText.ts";
import { computeContentDigest } from "../../../base/fileDigest.ts";
import type { InstallableSkill } from "../skillVersion.ts";
import type { SkillOrigin } from "../writeSkillCopy.ts";
import { toLockedSource } from "./lockedSource.ts";
import type { SourceSkill } from "./openedSource.ts";
import type { SkillSource } from "./skillSource.ts";

/** Its version is the commit, or the version that it declares, or its digest. */
export function toInstallableSkill(skill: SourceSkill): InstallableSkill {
  const { name, files, commit } = skill;
  const digest = computeContentDigest(files);
  const declared = readSkill(files)?.metadata.version;
  const named = typeof declared === "string" ? toVisibleText(declared).slice(0, 40) : undefined;
  return { name, files, digest, version: commit?.slice(0, 7) ?? named ?? shortenDigest(digest) };
}

export function createSourceOrigin(source: SkillSource, skill: SourceSkill): SkillOrigin {
  return { kind: "source", lockedIn: (lock) => toLockedSource(source, skill, lock), commit: skill.commit };
}
