import type { Range as EditorRange } from "vscode";
import { CodeAction, CodeActionKind, type Diagnostic, TextEdit, type Uri, WorkspaceEdit } from "vscode";
import { allFixes } from "../../skills/allFixes.ts";
import type { Fix, Problem } from "../../skills/model.ts";
import { toRange } from "./toDiagnostic.ts";

export const fixAll = CodeActionKind.SourceFixAll.append("fairlead");

/** What can be done about the problems of one document. */
export interface Fixable {
  readonly uri: Uri;
  readonly problems: readonly Problem[];
  /** Where the cursor is. */
  readonly range: EditorRange;
  /** The problems as they are shown there. */
  readonly shown: readonly Diagnostic[];
}

/** Each fix of the problems at the cursor, and one for all problems of the document. */
export function quickFixes({ uri, problems, range, shown }: Fixable): CodeAction[] {
  const here = problems.filter((problem) => toRange(problem).intersection(range));
  const single = here.flatMap((problem) =>
    problem.fixes.map(({ title, edits }) => {
      const action = actionOf(uri, title, edits, CodeActionKind.QuickFix);
      action.diagnostics = shown.filter(({ code, range }) => code === problem.code && range.isEqual(toRange(problem)));
      action.isPreferred = problem.fixes.length === 1;
      return action;
    }),
  );
  const fixable = problems.filter(({ fixes }) => fixes.length === 1);
  const title = `Fix all ${fixable.length} problems that have one fix`;
  const edits = allFixes(problems);
  const all = fixable.length < 2 ? [] : [actionOf(uri, title, edits, CodeActionKind.QuickFix)];
  const onSave = edits.length === 0 ? [] : [actionOf(uri, "Fix all problems of the skill", edits, fixAll)];
  return [...single, ...(single.length === 0 ? [] : all), ...onSave];
}

function actionOf(uri: Uri, title: string, edits: Fix["edits"], kind: CodeActionKind): CodeAction {
  const action = new CodeAction(title, kind);
  action.edit = new WorkspaceEdit();
  action.edit.set(
    uri,
    edits.map((edit) => TextEdit.replace(toRange(edit), edit.text)),
  );
  return action;
}
