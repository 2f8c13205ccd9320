import type { ScriptCase } from "./skillCaseFiles.ts";
import type { TextExpectation } from "./textExpectation.ts";

export interface SkillCaseLocation {
  readonly path: string;
  readonly line: number;
}

interface CaseBase {
  /** The same for the same case in every run: `specification`, `portability:codex`, `script:trims`, `trigger:...`, `eval:...`. */
  readonly id: string;
  readonly name: string;
  readonly location: SkillCaseLocation | undefined;
}

/** What a test run of a skill does, found in its files; editor and service read them by the same code. */
export type SkillCase =
  | (CaseBase & { readonly kind: "specification" | "link" })
  | (CaseBase & { readonly kind: "portability"; readonly client: string })
  | (CaseBase & { readonly kind: "script" } & ScriptCase)
  | (CaseBase & { readonly kind: "trigger"; readonly query: string; readonly shouldTrigger: boolean })
  | (CaseBase & { readonly kind: "eval" } & EvalCase);

/** A task that is done with and without the skill, and graded. */
export interface EvalCase {
  readonly prompt: string;
  readonly expectedOutput: string | undefined;
  /** Paths of the skill's files that are given with the prompt. */
  readonly files: readonly string[];
  /** The server whose tools the task may use, with its exact version: `pets@1.2.0`. */
  readonly server: string | undefined;
  /** They are compared first, and a result that fails one is not graded. */
  readonly checks: readonly TextExpectation[];
  /** `assertions` and `expectations` of the two formats. */
  readonly assertions: readonly string[];
}

/** Whether a script's cases are run: only JavaScript can be restricted to the files of its skill. */
export function isRunnableScript(path: string): boolean {
  return /\.[cm]?js$/.test(path);
}
