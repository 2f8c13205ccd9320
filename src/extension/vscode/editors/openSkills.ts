import { type DiagnosticCollection, DiagnosticSeverity, languages, type TextDocument, Uri } from "vscode";
import { debounceWork } from "../../base/debounceWork.ts";
import type { Disposable, Logger } from "../../base/ports.ts";
import { type EditorProblem, omitShownProblems } from "../../skill/model/omitShownProblems.ts";
import { readSkillPart } from "../../skill/model/skillPart.ts";
import type { DocumentListener } from "./openDocuments.ts";
import { createOpenSkill, type OpenSkill } from "./openSkill.ts";
import { toDiagnostic } from "./toDiagnostic.ts";

/** A document and the skill that it belongs to. */
export interface OpenSkillPart {
  readonly skill: OpenSkill;
  /** The path in the folder of the skill. */
  readonly path: string;
}

/** The skills that have open documents, checked while the user types. */
export interface OpenSkills extends DocumentListener, Disposable {
  find(document: TextDocument): OpenSkillPart | undefined;
}

interface CheckedSkill extends Disposable {
  readonly skill: OpenSkill;
  /** Schedules a check. */
  scheduleCheck(): void;
}

export function createOpenSkills(collection: DiagnosticCollection, log: Logger): OpenSkills {
  const open = new Map<string, CheckedSkill>();
  const find = (document: TextDocument) => {
    const location = locateInSkill(document);
    const found = location && open.get(location.folder.toString());
    return found && { ...found, path: location.path };
  };
  return {
    find,
    onOpen: (document) => {
      const location = locateInSkill(document);
      if (!location) return;
      const key = location.folder.toString();
      const checked = open.get(key) ?? createCheckedSkill(location.folder, collection, log);
      open.set(key, checked);
      checked.skill.documents.set(location.path, document);
      checked.scheduleCheck();
    },
    onChange: (document) => find(document)?.scheduleCheck(),
    onClose: (document) => {
      const found = find(document);
      if (!found) return;
      found.skill.documents.delete(found.path);
      if (found.skill.documents.size > 0) return found.scheduleCheck();
      found.dispose();
      open.delete(found.skill.folder.toString());
    },
    dispose: () => {
      for (const checked of open.values()) checked.dispose();
      open.clear();
    },
  };
}

function locateInSkill({ uri }: TextDocument): { readonly folder: Uri; readonly path: string } | undefined {
  const part = readSkillPart(uri.path);
  return part && { folder: Uri.joinPath(uri, part.up), path: part.path };
}

/** VS Code's own problems name neither a source nor a code. Its hints are not listed. */
function readEditorProblems(uri: Uri): readonly EditorProblem[] {
  const problems = languages
    .getDiagnostics(uri)
    .filter(({ source, code, severity }) => !source && code === undefined && severity !== DiagnosticSeverity.Hint);
  return problems.map(({ range, message }) => ({ line: range.start.line + 1, message }));
}

function createCheckedSkill(folder: Uri, collection: DiagnosticCollection, log: Logger): CheckedSkill {
  let shownPaths: readonly string[] = [];
  const clear = (paths: readonly string[]) => {
    for (const path of paths) collection.delete(Uri.joinPath(folder, path));
  };
  const debounced = debounceWork({
    work: async (signal) => {
      const { problems } = await skill.readSnapshot();
      if (signal.aborted) return;
      const byPath = Map.groupBy(problems, ({ path }) => path);
      clear(shownPaths.filter((path) => !byPath.has(path)));
      for (const [path, problemsOfPath] of byPath) {
        const uri = Uri.joinPath(folder, path);
        collection.set(uri, omitShownProblems(problemsOfPath, readEditorProblems(uri)).map(toDiagnostic));
      }
      shownPaths = [...byPath.keys()];
    },
    failed: (error) => log.error(`The skill in ${folder.path} could not be checked.`, error),
  });
  // VS Code checks a document after it was opened or changed, perhaps later than Fairlead.
  const subscription = languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris) if (hasChanged(uri)) debounced.schedule();
  });
  const seen = new Map<string, string>();
  const hasChanged = (uri: Uri) => {
    const key = uri.toString();
    if (!shownPaths.some((path) => Uri.joinPath(folder, path).toString() === key)) return false;
    const problems = JSON.stringify(readEditorProblems(uri));
    if (problems === (seen.get(key) ?? "[]")) return false;
    seen.set(key, problems);
    return true;
  };
  const skill = createOpenSkill(folder, debounced.schedule);
  const dispose = () => {
    debounced.dispose();
    subscription.dispose();
    skill.dispose();
    clear(shownPaths);
  };
  return { skill, scheduleCheck: debounced.schedule, dispose };
}
