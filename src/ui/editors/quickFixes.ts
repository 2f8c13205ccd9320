import type { Range as EditorRange } from "vscode";
import { CodeAction, CodeActionKind, type Diagnostic, TextEdit, type Uri, WorkspaceEdit } from "vscode";
import { combineFixes } from "../../skills/lint/combineFixes.ts";
import type { SkillDiagnostic, SkillFix } from "../../skills/skill.ts";
import { toRange } from "./toDiagnostic.ts";

const fixAll = CodeActionKind.SourceFixAll.append("fairlead");

/** What can be done about the problems of one document. */
export interface QuickFixContext {
  readonly uri: Uri;
  readonly problems: readonly SkillDiagnostic[];
  /** Where the cursor is. */
  readonly range: EditorRange;
  /** The problems as they are shown there. */
  readonly shown: readonly Diagnostic[];
}

/** Each fix of the problems at the cursor, and one for all problems of the document. */
export function createQuickFixes({ uri, problems, range, shown }: QuickFixContext): CodeAction[] {
  const single = fixesAt(problems, range).map(({ title, edits, of }) => {
    const action = actionOf(uri, title, edits, CodeActionKind.QuickFix);
    action.diagnostics = shown.filter((one) =>
      of.some((problem) => one.code === problem.code && one.range.isEqual(toRange(problem))),
    );
    action.isPreferred = of.every(({ fixes }) => fixes.length === 1);
    return action;
  });
  const edits = combineFixes(problems);
  if (edits.length === 0) return single;
  const onSave = actionOf(uri, "Fix all problems of the skill", edits, fixAll);
  const isMore = single.length > 0 && edits.length > 1;
  return [
    ...single,
    ...(isMore ? [actionOf(uri, "Fix all that is wrong here", edits, CodeActionKind.QuickFix)] : []),
    onSave,
  ];
}

/** One change may do away with several problems: it is offered once. */
function fixesAt(problems: readonly SkillDiagnostic[], range: EditorRange) {
  const here = problems.filter((problem) => toRange(problem).intersection(range));
  const pairs = here.flatMap((problem) => problem.fixes.map((fix) => ({ problem, fix })));
  const groups = Map.groupBy(pairs, ({ fix }) => JSON.stringify(fix));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first.fix, of: group.map(({ problem }) => problem) }] : [];
  });
}

function actionOf(uri: Uri, title: string, edits: SkillFix["edits"], kind: CodeActionKind): CodeAction {
  const action = new CodeAction(title, kind);
  action.edit = new WorkspaceEdit();
  action.edit.set(
    uri,
    edits.map((edit) => TextEdit.replace(toRange(edit), edit.text)),
  );
  return action;
}
