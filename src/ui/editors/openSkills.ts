import { type DiagnosticCollection, type TextDocument, Uri } from "vscode";
import { debounceWork } from "../../core/foundation/debounceWork.ts";
import type { Disposable, Logger } from "../../core/foundation/ports.ts";
import { readSkillPart } from "../../core/skill/skillPart.ts";
import { createOpenSkill, type OpenSkill } from "./openSkill.ts";
import { toDiagnostic } from "./toDiagnostic.ts";

/** A document and the skill that it belongs to. */
export interface OpenSkillPart {
  readonly skill: OpenSkill;
  /** The path in the folder of the skill. */
  readonly path: string;
}

/** The skills that have open documents, checked while the user types. */
export interface OpenSkills extends Disposable {
  find(document: TextDocument): OpenSkillPart | undefined;
  onOpen(document: TextDocument): void;
  onChange(document: TextDocument): void;
  onClose(document: TextDocument): void;
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
      for (const [path, problemsOfPath] of byPath)
        collection.set(Uri.joinPath(folder, path), problemsOfPath.map(toDiagnostic));
      shownPaths = [...byPath.keys()];
    },
    failed: (error) => log.error(`The skill in ${folder.path} could not be checked.`, error),
  });
  const skill = createOpenSkill(folder, debounced.schedule);
  const dispose = () => {
    debounced.dispose();
    skill.dispose();
    clear(shownPaths);
  };
  return { skill, scheduleCheck: debounced.schedule, dispose };
}
