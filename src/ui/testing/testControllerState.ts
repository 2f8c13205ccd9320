import type { TestController, TestRunProfile } from "vscode";
import type { App } from "../../commands/app.ts";
import { readContentRevision } from "../../core/testrun/contentRevision.ts";
import { type SubjectItem, TestItems } from "./testItems.ts";

/** A part of the Test Explorer, with what runs it. */
export interface RegisteredTestController {
  readonly controller: TestController;
  readonly profile: TestRunProfile;
}

export interface RegisteredTestControllers {
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

export type TestControllerKind = keyof RegisteredTestControllers;
export type TestControllerStates = Readonly<Record<TestControllerKind, TestControllerState>>;

export function createTestControllerStates(doors: RegisteredTestControllers): TestControllerStates {
  const side = (kind: TestControllerKind): TestControllerState => {
    const { controller, profile } = doors[kind];
    return { controller, profile, items: new TestItems(controller), isSeen: false };
  };
  return { server: side("server"), skill: side("skill") };
}

/** Marks what was shown of other content than there is now, and answers those of which the content has changed since it was asked. */
export async function markOutdatedResults(
  app: App,
  { controller, items }: TestControllerState,
): Promise<readonly SubjectItem[]> {
  const all = items.all();
  const isLocal = all.some(({ subject }) => subject.kind === "skill" && subject.folder !== undefined);
  const sources = isLocal ? await app.localSkills.sources() : [];
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
