import type { SkillProblem } from "../contract/skills.ts";
import type { TextRange } from "../text/position/lineIndex.ts";

/** A file of a skill's folder; `path` is relative to the folder, `/` separated. */
export interface SkillFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A problem as the contract has it, with its end and what may be done about it. */
export type SkillDiagnostic = SkillProblem & TextRange & { readonly fixes: readonly SkillFix[] };

/** A change that does away with a problem. */
export interface SkillFix {
  readonly title: string;
  readonly edits: readonly (TextRange & { readonly text: string })[];
}

/** What a `SKILL.md` says of its skill; what it lacks is undefined. */
export interface ParsedSkill {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly license: string | undefined;
  readonly compatibility: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly allowedTools: readonly string[];
  /** The whole front matter, unknown fields too. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** What the agent reads. */
  readonly instructions: string;
}

/** How one client takes a skill. */
export interface ClientPortability {
  /** Such as `vscode`, `claude-code`, `codex`. */
  readonly client: string;
  /** Such as `VS Code`. */
  readonly name: string;
  readonly verdict: "loads" | "partly" | "skips";
  /** Why not, or what of it is not heeded; each a sentence. */
  readonly reasons: readonly string[];
}

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

/** A bundled script, run with given input, its output compared. */
export interface ScriptCase {
  readonly script: string;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly expect: {
    readonly exitCode: number;
    readonly stdout: TextExpectation | undefined;
    readonly stderr: TextExpectation | undefined;
  };
  readonly timeoutMs: number | undefined;
}

export interface TextExpectation {
  readonly equals?: string;
  readonly contains?: readonly string[];
  /** A regular expression. */
  readonly matches?: string;
}

/** A task that is done with and without the skill, and graded. */
export interface EvalCase {
  readonly prompt: string;
  readonly expectedOutput: string | undefined;
  /** Paths of the skill's files that are given with the prompt. */
  readonly files: readonly string[];
  /** `assertions` and `expectations` of the two formats. */
  readonly assertions: readonly string[];
}
