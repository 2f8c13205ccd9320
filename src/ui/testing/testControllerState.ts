import type { TestController, TestRunProfile } from "vscode";
import type { LocalSkills } from "../../core/skill/localSkills.ts";
import { readContentRevision } from "../../core/testrun/contentRevision.ts";
import { type SubjectItem, TestItems } from "./testItems.ts";

/** A part of the Test Explorer, with what runs it. */
export interface RegisteredTestController {
  readonly controller: TestController;
  readonly profile: TestRunProfile;
}

export interface TestControllers {
  readonly server: RegisteredTestController;
  readonly skill: RegisteredTestController;
}

/** One of the two controllers as it is used. */
export interface TestControllerState {
  readonly controller: TestController;
  readonly profile: TestRunProfile;
  readonly items: TestItems;
  /** It was looked at, so it is kept up to date. */
  isSeen: boolean;
}

export type TestControllerKind = keyof TestControllers;
export type TestControllerStates = Readonly<Record<TestControllerKind, TestControllerState>>;

export function createTestControllerStates(controllers: TestControllers): TestControllerStates {
  const create = (kind: TestControllerKind): TestControllerState => {
    const { controller, profile } = controllers[kind];
    return { controller, profile, items: new TestItems(controller), isSeen: false };
  };
  return { server: create("server"), skill: create("skill") };
}

/** Marks what was shown of other content than there is now, and answers those of which the content has changed since it was asked. */
export async function markOutdatedResults(
  localSkills: Pick<LocalSkills, "sources">,
  { controller, items }: TestControllerState,
): Promise<readonly SubjectItem[]> {
  const all = items.all();
  const isLocal = all.some(({ subject }) => subject.kind === "skill" && subject.folder !== undefined);
  const sources = isLocal ? await localSkills.sources() : [];
  const changed: SubjectItem[] = [];
  const outdated: SubjectItem[] = [];
  for (const of of all) {
    const now = readContentRevision(of.subject, sources);
    if (of.mark === now) continue;
    if (of.mark !== undefined) changed.push(of);
    of.mark = now;
    if (of.tested !== undefined && of.tested !== now) outdated.push(of);
  }
  if (outdated.length > 0) controller.invalidateTestResults(outdated.map(({ item }) => item));
  return changed;
}
