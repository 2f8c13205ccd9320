import type { TestRun } from "../../../contract/testRuns.ts";
import type { LocalSkill } from "../../skill/model/localSkills.ts";
import type { TestSubject } from "./testSubject.ts";

/** Changes with the tested content: the digest of a skill's content, the version of a server. */
export function readContentRevision(subject: TestSubject, sources: readonly LocalSkill[]): string | undefined {
  if (subject.kind === "server") return subject.server.latestVersion ?? undefined;
  const { folder, skill } = subject;
  return folder === undefined ? skill?.digest : sources.find((source) => source.folder === folder)?.digest;
}

/** The revision of the content that a run tested. */
export function readTestedRevision(
  { kind }: TestSubject,
  { version, digest }: Pick<TestRun, "version" | "digest">,
): string | undefined {
  return kind === "server" ? (version ?? digest) : digest;
}
