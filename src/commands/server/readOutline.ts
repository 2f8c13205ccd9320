import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { Outline } from "../../generator/analyzeOpenapiDocument.ts";
import { documentName, isWebUri } from "../../text/documentName.ts";
import type { App } from "../app.ts";
import type { ChosenDocument } from "./chooseDocument.ts";

/** What is in a document; undefined where it cannot be used, which has been said, or where it was cancelled. */
export async function readOutline(app: App, { uri, text }: ChosenDocument): Promise<Outline | undefined> {
  const name = documentName(uri);
  const read = await runCancellable(app.progress, { title: `Reading ${name}`, in: "notification" }, (_, signal) =>
    app.outlines.read(text, signal),
  );
  if (read.kind === "cancelled") return undefined;
  const outline = read.value;
  if (!isWebUri(uri)) app.documents.diagnose(uri, outline.problems);
  if (outline.ok) return outline;
  const errors = outline.problems.filter(({ severity }) => severity === "error");
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more problems.` : "";
  refuse(app, uri, `${name} cannot be used: ${errors[0]?.message ?? "it describes no operations."}${more}`);
  return undefined;
}

/** Says why a document cannot be used and leads to the place. */
export function refuse(app: App, uri: string, message: string): void {
  const showProblems = async () => {
    await app.documents.show(uri);
    await app.documents.showProblems();
  };
  say(app, "error", message, isWebUri(uri) ? {} : { "Show Problems": showProblems });
}
