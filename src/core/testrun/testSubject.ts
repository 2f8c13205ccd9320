import type { Server } from "../../contract/servers.ts";
import type { Skill } from "../../contract/skills.ts";
import type { TestRun } from "../../contract/testRuns.ts";

/** Whose cases are run: a hosted server, or a skill that is hosted, in a folder of the workspace, or both. */
export type TestSubject =
  | {
      readonly kind: "server";
      readonly server: Server;
      /** URI of the case file in the workspace. */
      readonly caseFile: string | undefined;
    }
  | {
      readonly kind: "skill";
      readonly name: string;
      /** URI of the folder that is tested instead of a version. */
      readonly folder: string | undefined;
      readonly skill: Skill | undefined;
    };

/** Tells subjects apart; stays the same when a folder's skill becomes hosted. */
export function readSubjectKey(subject: TestSubject): string {
  if (subject.kind === "server") return subject.server.id;
  return subject.folder ?? subject.skill?.id ?? subject.name;
}

export function readSubjectName(subject: TestSubject): string {
  return subject.kind === "server" ? subject.server.name : subject.name;
}

/** Cases of a subject that are to be run. */
export interface TestRequest {
  readonly subject: TestSubject;
  /** Ids of cases, or of groups of them; all where undefined. */
  readonly cases: readonly string[] | undefined;
  /** A version instead of what is there now. */
  readonly version?: string;
}

/** What the service knows a subject by: whose runs are listed. */
export interface TestOwner {
  readonly kind: TestSubject["kind"];
  readonly id: string;
  readonly name: string;
}

export function findTestOwner(subject: TestSubject): TestOwner | undefined {
  const name = readSubjectName(subject);
  if (subject.kind === "server") return { kind: "server", id: subject.server.id, name };
  return subject.skill && { kind: "skill", id: subject.skill.id, name };
}

/** Runs tests where their results are shown: the Test Explorer. */
export interface TestExplorerRunner {
  /** Resolves when all are over, with those that were seen to their end; asks before a model is used. */
  run(orders: readonly TestRequest[]): Promise<readonly TestRun[]>;
}
