import { type DiagnosticCollection, type TextDocument, Uri } from "vscode";
import { debounceWork } from "../../core/foundation/debounce.ts";
import type { Disposable, Logger } from "../../core/foundation/ports.ts";
import { readSkillPart } from "../../core/skill/skillPart.ts";
import { createOpenSkill, type OpenSkill } from "./openSkill.ts";
import { toDiagnostic } from "./toDiagnostic.ts";

/** A document as a part of its skill. */
export interface OpenSkillPart {
  readonly skill: OpenSkill;
  /** In the skill's folder. */
  readonly path: string;
}

/** The skills of which documents are open, checked as they are typed. */
export interface OpenSkills extends Disposable {
  of(document: TextDocument): OpenSkillPart | undefined;
  opened(document: TextDocument): void;
  changed(document: TextDocument): void;
  closed(document: TextDocument): void;
}

interface CheckedSkill extends Disposable {
  readonly skill: OpenSkill;
  /** Its problems are shown anew. */
  soon(): void;
}

export function createOpenSkills(collection: DiagnosticCollection, log: Logger): OpenSkills {
  const open = new Map<string, CheckedSkill>();
  const find = (document: TextDocument) => {
    const place = placeOf(document);
    const found = place && open.get(place.folder.toString());
    return found && { ...found, path: place.path };
  };
  return {
    of: find,
    opened: (document) => {
      const place = placeOf(document);
      if (!place) return;
      const key = place.folder.toString();
      const checked = open.get(key) ?? checkedSkill(place.folder, collection, log);
      open.set(key, checked);
      checked.skill.documents.set(place.path, document);
      checked.soon();
    },
    changed: (document) => find(document)?.soon(),
    closed: (document) => {
      const found = find(document);
      if (!found) return;
      found.skill.documents.delete(found.path);
      if (found.skill.documents.size > 0) return found.soon();
      found.dispose();
      open.delete(found.skill.folder.toString());
    },
    dispose: () => {
      for (const checked of open.values()) checked.dispose();
      open.clear();
    },
  };
}

function placeOf({ uri }: TextDocument): { readonly folder: Uri; readonly path: string } | undefined {
  const part = readSkillPart(uri.path);
  return part && { folder: Uri.joinPath(uri, part.up), path: part.path };
}

function checkedSkill(folder: Uri, collection: DiagnosticCollection, log: Logger): CheckedSkill {
  let shown: readonly string[] = [];
  const clear = (paths: readonly string[]) => {
    for (const path of paths) collection.delete(Uri.joinPath(folder, path));
  };
  const checks = debounceWork({
    work: async (signal) => {
      const { problems } = await skill.look();
      if (signal.aborted) return;
      const byPath = Map.groupBy(problems, ({ path }) => path);
      clear(shown.filter((path) => !byPath.has(path)));
      for (const [path, found] of byPath) collection.set(Uri.joinPath(folder, path), found.map(toDiagnostic));
      shown = [...byPath.keys()];
    },
    failed: (error) => log.error(`The skill in ${folder.path} could not be checked.`, error),
  });
  const skill = createOpenSkill(folder, checks.schedule);
  const dispose = () => {
    checks.dispose();
    skill.dispose();
    clear(shown);
  };
  return { skill, soon: checks.schedule, dispose };
}
