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
