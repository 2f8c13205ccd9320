import type { SkillProblem } from "../contract/skills.ts";

/** A file of a skill's folder; `path` is relative to the folder, `/` separated. */
export interface SkillFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Lines and columns count from 1; the end is exclusive. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A problem of the contract with its end position and its fixes. */
export type SkillDiagnostic = SkillProblem & TextRange & { readonly fixes: readonly SkillFix[] };

/** A change that removes a problem. */
export interface SkillFix {
  readonly title: string;
  readonly edits: readonly (TextRange & { readonly text: string })[];
}

/** The parts of a `SKILL.md`; absent ones are undefined. */
export interface ParsedSkill {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly license: string | undefined;
  readonly compatibility: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly allowedTools: readonly string[];
  /** The whole front matter, unknown fields too. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** The text below the front matter. */
  readonly instructions: string;
}

/** How one client loads a skill. */
export interface ClientPortability {
  /** Such as `vscode`, `claude-code`, `codex`. */
  readonly client: string;
  /** Such as `VS Code`. */
  readonly name: string;
  readonly verdict: "loads" | "partly" | "skips";
  /** The reasons of the verdict, one sentence each. */
  readonly reasons: readonly string[];
}

export interface SkillCaseLocation {
  readonly path: string;
  readonly line: number;
}

interface CaseBase {
  /** Stable across runs: `specification`, `portability:codex`, `script:trims`, `trigger:...`, `eval:...`. */
  readonly id: string;
  readonly name: string;
  readonly location: SkillCaseLocation | undefined;
}

/** A case of a skill's test run. The editor and the service read the cases with the same code. */
export type SkillCase =
  | (CaseBase & { readonly kind: "specification" | "link" })
  | (CaseBase & { readonly kind: "portability"; readonly client: string })
  | (CaseBase & { readonly kind: "script" } & ScriptCase)
  | (CaseBase & { readonly kind: "trigger"; readonly query: string; readonly shouldTrigger: boolean })
  | (CaseBase & { readonly kind: "eval" } & EvalCase);

/** Runs a bundled script with given input and compares its output. */
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

/** A task that a model does with and without the skill; both results are graded. */
export interface EvalCase {
  readonly prompt: string;
  readonly expectedOutput: string | undefined;
  /** Paths of the skill's files that the prompt includes. */
  readonly files: readonly string[];
  /** The statements of `assertions` and `expectations`. */
  readonly assertions: readonly string[];
}
