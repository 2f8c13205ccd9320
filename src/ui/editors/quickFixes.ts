import type { Range as EditorRange } from "vscode";
import { CodeAction, CodeActionKind, type Diagnostic, TextEdit, type Uri, WorkspaceEdit } from "vscode";
import { combineFixes } from "../../skills/lint/combineFixes.ts";
import type { SkillDiagnostic, SkillFix } from "../../skills/skill.ts";
import { toRange } from "./toDiagnostic.ts";

const fixAll = CodeActionKind.SourceFixAll.append("fairlead");

export interface QuickFixContext {
  readonly uri: Uri;
  readonly problems: readonly SkillDiagnostic[];
  readonly range: EditorRange;
  /** The diagnostics that VS Code shows in the range. */
  readonly shown: readonly Diagnostic[];
}

/** Creates an action for each fix at the cursor, and one for all problems of the document. */
export function createQuickFixes({ uri, problems, range, shown }: QuickFixContext): CodeAction[] {
  const single = findFixes(problems, range).map(({ title, edits, solvedProblems }) => {
    const action = createAction(uri, title, edits, CodeActionKind.QuickFix);
    action.diagnostics = shown.filter((one) =>
      solvedProblems.some((problem) => one.code === problem.code && one.range.isEqual(toRange(problem))),
    );
    action.isPreferred = solvedProblems.every(({ fixes }) => fixes.length === 1);
    return action;
  });
  const edits = combineFixes(problems);
  if (edits.length === 0) return single;
  const onSave = createAction(uri, "Fix All Problems of the Skill", edits, fixAll);
  const hasOtherFixes = single.length > 0 && edits.length > 1;
  return [
    ...single,
    ...(hasOtherFixes ? [createAction(uri, "Fix All Problems of This File", edits, CodeActionKind.QuickFix)] : []),
    onSave,
  ];
}

/** Offers a fix once, even if it solves several problems. */
function findFixes(problems: readonly SkillDiagnostic[], range: EditorRange) {
  const problemsInRange = problems.filter((problem) => toRange(problem).intersection(range));
  const pairs = problemsInRange.flatMap((problem) => problem.fixes.map((fix) => ({ problem, fix })));
  const groups = Map.groupBy(pairs, ({ fix }) => JSON.stringify(fix));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first.fix, solvedProblems: group.map(({ problem }) => problem) }] : [];
  });
}

function createAction(uri: Uri, title: string, edits: SkillFix["edits"], kind: CodeActionKind): CodeAction {
  const action = new CodeAction(title, kind);
  action.edit = new WorkspaceEdit();
  action.edit.set(
    uri,
    edits.map((edit) => TextEdit.replace(toRange(edit), edit.text)),
  );
  return action;
}
