import type { SkillProblem } from "../contract/skills.ts";
import type { TextRange } from "../text/position/lineIndex.ts";

/** A problem of the contract with its end position and its fixes. */
export type SkillDiagnostic = SkillProblem & TextRange & { readonly fixes: readonly SkillFix[] };

/** A change that removes a problem. */
export interface SkillFix {
  readonly title: string;
  /** It removes words of the author, so it is never one of many. */
  readonly losesText?: true;
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
