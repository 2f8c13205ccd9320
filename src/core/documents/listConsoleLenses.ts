import type { ConsoleDocuments } from "../console/consoleDocuments.ts";
import { readConsolePath } from "../console/consoleUris.ts";
import type { CodeLensItem } from "./codeLenses.ts";

/** The code lenses of an operation's input or response, by its path. */
export function listConsoleLenses(documents: Pick<ConsoleDocuments, "state">, path: string): readonly CodeLensItem[] {
  const place = readConsolePath(path);
  if (!place) return [];
  const { hasAnswer, isCut } = documents.state(place.name);
  const lens = (title: string, command: string): CodeLensItem => ({
    line: 1,
    title,
    command: `fairlead.operation.${command}`,
  });
  const run = lens(hasAnswer ? "Run Again" : "Run", "send");
  if (place.kind === "answer") return isCut ? [run, lens("Show Whole Answer", "showWhole")] : [run];
  return hasAnswer ? [run, lens("Show Answer", "showAnswer")] : [run];
}
