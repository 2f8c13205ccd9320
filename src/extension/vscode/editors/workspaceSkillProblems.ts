import { type Diagnostic, Disposable, languages, Uri, workspace } from "vscode";
import { debounceWork } from "../../base/debounceWork.ts";
import type { Logger } from "../../base/ports.ts";
import type { LocalSkill, LocalSkills } from "../../skill/model/localSkills.ts";
import { findSkillFolder } from "../../skill/model/skillPart.ts";
import { toDiagnostic } from "./toDiagnostic.ts";

interface Parts {
  readonly localSkills: Pick<LocalSkills, "sources">;
  readonly onDidChange: (listener: () => void) => Disposable;
  readonly log: Logger;
}

/** Lists the problems of the workspace's skills without an open document. Open ones are checked while the user types. */
export function showWorkspaceSkillProblems({ localSkills, onDidChange, log }: Parts): Disposable {
  const collection = languages.createDiagnosticCollection("fairlead.skills.workspace");
  const refresh = debounceWork({
    work: async (signal) => {
      const sources = await localSkills.sources();
      if (signal.aborted) return;
      const open = new Set(workspace.textDocuments.map(({ uri }) => findSkillFolder(uri.toString())));
      collection.clear();
      for (const source of sources) if (!open.has(source.folder)) collection.set(listDiagnostics(source));
    },
    failed: (error) => log.error("The skills of the workspace could not be checked.", error),
  });
  const scheduleForSkill = ({ uri }: { readonly uri: Uri }) => {
    if (findSkillFolder(uri.toString()) !== undefined) refresh.schedule();
  };
  refresh.schedule();
  return Disposable.from(
    collection,
    onDidChange(refresh.schedule),
    workspace.onDidOpenTextDocument(scheduleForSkill),
    workspace.onDidCloseTextDocument(scheduleForSkill),
    refresh,
  );
}

function listDiagnostics({ folder, problems }: LocalSkill): readonly [Uri, Diagnostic[]][] {
  const byPath = Map.groupBy(problems, ({ path }) => path);
  return [...byPath].map(([path, found]) => [Uri.joinPath(Uri.parse(folder, true), path), found.map(toDiagnostic)]);
}
