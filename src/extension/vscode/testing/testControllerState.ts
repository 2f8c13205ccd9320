import type { TestController, TestRunProfile } from "vscode";
import type { LocalSkills } from "../../skill/model/localSkills.ts";
import { readContentRevision } from "../../testing/model/testSubject.ts";
import { type SubjectItem, TestItems } from "./testItems.ts";

/** A test controller and its runner. */
export interface RegisteredTestController {
  readonly controller: TestController;
  readonly profile: TestRunProfile;
}

export interface TestControllers {
  readonly server: RegisteredTestController;
  readonly skill: RegisteredTestController;
}

/** The state of one of the two controllers. */
export interface TestControllerState {
  readonly controller: TestController;
  readonly profile: TestRunProfile;
  readonly items: TestItems;
  /** The user opened it, so it is refreshed. */
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

/** Marks results of outdated content, and returns the items whose content changed since the last call. */
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
