import * as l10n from "@vscode/l10n";
import { findSourceFile, findSourceLocations } from "../../text/position/sourceLocations.ts";
import { createButton } from "../shared/element.ts";

/** A line of a deployed file, zero-based. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type SourceText = ReturnType<typeof createSourceText>;

/** Texts of a deployment, in which places of its files are links. */
export function createSourceText(deploymentId: string, open: (position: SourcePosition) => void) {
  let files: readonly string[] = [];
  return {
    /** The files of the deployed version. */
    get files() {
      return files;
    },
    showFiles: (next: readonly string[]) => {
      files = next;
    },
    createNodes: (text: string): readonly (string | HTMLElement)[] => {
      const nodes: (string | HTMLElement)[] = [];
      let end = 0;
      for (const { path, line, column: given, ...range } of files.length > 0 ? findSourceLocations(text) : []) {
        const file = findSourceFile(path, files, deploymentId);
        if (file === undefined) continue;
        const column = given ?? 1;
        const position = { file, line: line - 1, column: column - 1 };
        // The folder of a deployment is a long path that says nothing to the user.
        const label = `${file}:${line}${given === undefined ? "" : `:${given}`}`;
        const title = l10n.t`Open ${file}, line ${line}`;
        nodes.push(
          text.slice(end, range.start),
          createButton(label, () => open(position), { class: "link", title, "data-key": `${file}:${line}:${column}` }),
        );
        end = range.end;
      }
      return [...nodes, text.slice(end)];
    },
  };
}
