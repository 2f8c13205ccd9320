import type { TestController, TestRunProfile } from "vscode";
import type { App } from "../../commands/app.ts";
import { contentMark } from "../../core/testrun/contentRevision.ts";
import type { TestDoors } from "./registerTests.ts";
import { type SubjectItem, TestItems } from "./testItems.ts";

/** One of the two controllers as it is used. */
export interface Side {
  readonly controller: TestController;
  readonly profile: TestRunProfile;
  readonly items: TestItems;
  /** It was looked at, so it is kept up to date. */
  isSeen: boolean;
}

export type Kind = keyof TestDoors;
export type Sides = Readonly<Record<Kind, Side>>;

export function sidesOf(doors: TestDoors): Sides {
  const side = (kind: Kind): Side => {
    const { controller, profile } = doors[kind];
    return { controller, profile, items: new TestItems(controller), isSeen: false };
  };
  return { server: side("server"), skill: side("skill") };
}

/** Marks what was shown of other content than there is now, and answers those of which the content has changed since it was asked. */
export async function markOutdated(app: App, { controller, items }: Side): Promise<readonly SubjectItem[]> {
  const all = items.all();
  const isLocal = all.some(({ subject }) => subject.kind === "skill" && subject.folder !== undefined);
  const sources = isLocal ? await app.localSkills.sources() : [];
  const changed: SubjectItem[] = [];
  const outdated: SubjectItem[] = [];
  for (const of of all) {
    const now = contentMark(of.subject, sources);
    if (of.mark === now) continue;
    if (of.mark !== undefined) changed.push(of);
    of.mark = now;
    if (of.tested !== undefined && of.tested !== now) outdated.push(of);
  }
  if (outdated.length > 0) controller.invalidateTestResults(outdated.map(({ item }) => item));
  return changed;
}
