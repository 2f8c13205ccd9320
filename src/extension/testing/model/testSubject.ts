import type { Server } from "../../../contract/servers.ts";
import type { Skill } from "../../../contract/skills.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import type { NextSteps } from "../../base/ports.ts";
import type { LocalSkill } from "../../skill/model/localSkills.ts";
import type { EvalRunner } from "./model/evalRunner.ts";
import type { ModelBudget } from "./model/modelBudget.ts";

/** The subject of a test run: a hosted server, or a skill that is hosted, in a workspace folder, or both. */
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

/** Identifies a subject; stays the same after a folder's skill is published. */
export function readSubjectKey(subject: TestSubject): string {
  if (subject.kind === "server") return subject.server.id;
  return subject.folder ?? subject.skill?.id ?? subject.name;
}

export function readSubjectName(subject: TestSubject): string {
  return subject.kind === "server" ? subject.server.name : subject.name;
}

/** What one run contributes to an evaluation. Cancelling it refuses further calls, so that the run ends with what is done. */
interface RequestedEvaluation {
  readonly id: string;
  readonly runner: EvalRunner;
  /** The names of all runners of the evaluation. */
  readonly runners: readonly string[];
  readonly budget: ModelBudget;
}

/** A request to run cases of a subject. */
export interface TestRequest {
  readonly subject: TestSubject;
  /** Ids of cases or groups; all if undefined. */
  readonly cases: readonly string[] | undefined;
  /** A version instead of the current content. */
  readonly version?: string;
  /** How often each case of a model is tried; once by default. */
  readonly repeats?: number;
  /** The evaluation that the run is a part of, with what does its tasks. */
  readonly evaluation?: RequestedEvaluation;
  /** The run belongs to a deployment, which asks about changes that break callers. */
  readonly isForDeployment?: boolean;
}

/** The server or skill whose runs the service lists. */
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

export type OnModelNote = (note: string, steps: NextSteps) => void;

/** How a command follows the runs that it starts. */
export interface TestRunFollowing {
  /** Abort stops following. The runs go on at the service. */
  readonly signal?: AbortSignal;
  /** Called with a run when it starts and when its cases change. */
  readonly onChange?: (run: TestRun) => void;
  /** Says in the result of the run, in place of a message of its own, why cases that need a model are skipped. */
  readonly onModelNote?: OnModelNote;
  /** The user asked for the tests themselves, so the Test Results open as the editor's settings say. */
  readonly isForeground?: boolean;
}

/** Runs tests in the Test Explorer, which shows the results. */
export interface TestExplorerRunner {
  /** Resolves with the finished runs when all have ended; prompts before code runs or a model is used. */
  run(orders: readonly TestRequest[], following?: TestRunFollowing): Promise<readonly TestRun[]>;
  /** Reveals the Test Results. */
  showResults(): Promise<void>;
}

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
