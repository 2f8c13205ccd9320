import * as l10n from "@vscode/l10n";
import { chooseNextVersion, isSemanticVersion } from "../../../contract/semanticVersion.ts";
import { findSkillFile } from "../../../skills/skillFile.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptBack, type PromptChoice, type PromptStep, promptBack } from "../../base/ports.ts";
import { askInSequence, createQuestion, createTextQuestion } from "../../base/prompts/askInSequence.ts";
import { findFileWarning } from "../model/findFileWarning.ts";
import { formatFileCount } from "../model/formatSkill.ts";

/** A version to publish. */
export interface PublishAnswers {
  readonly files: readonly FileContent[];
  readonly version: string;
  readonly notes: string;
}

interface Asked {
  readonly title: string;
  readonly files: readonly FileContent[];
  /** Published versions, newest first. */
  readonly published: readonly string[];
  readonly isFirstVersion: boolean;
  /** The version that the files declare. */
  readonly declared: unknown;
}

/** Lists the files, then prompts for the version, and for the notes of a later one; undefined: cancelled. */
export function askPublish(
  app: EditorServices,
  { title, files, published, isFirstVersion, declared }: Asked,
): Promise<PublishAnswers | undefined> {
  const choosing = createQuestion<"files", PublishAnswers>("files", (answers, step) =>
    askFiles(app, { title, step }, files, answers.files),
  );
  const numbering = createTextQuestion<"version", PublishAnswers>(app.prompts, "version", () => ({
    title,
    prompt: l10n.t("The version's number"),
    validate: (text) => findVersionProblem(text.trim(), published),
  }));
  const noting = createTextQuestion<"notes", PublishAnswers>(app.prompts, "notes", () => ({
    title,
    prompt: l10n.t("What is new in it? May be left empty"),
  }));
  const initialAnswers = { files: selectHarmlessFiles(files), version: suggestVersion(published, declared), notes: "" };
  return askInSequence(initialAnswers, [choosing, numbering, ...(isFirstVersion ? [] : [noting])]);
}

/** The files that are ticked at first. */
export const selectHarmlessFiles = (files: readonly FileContent[]): readonly FileContent[] =>
  files.filter((file) => findFileWarning(file) === undefined);

async function askFiles(
  app: EditorServices,
  question: { readonly title: string; readonly step: PromptStep },
  files: readonly FileContent[],
  ticked: readonly FileContent[],
): Promise<readonly FileContent[] | PromptBack | undefined> {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const odd = files.filter(findFileWarning);
  const harmless = selectHarmlessFiles(files);
  const main = findSkillFile(files);
  for (;;) {
    const chosen = await app.prompts.pickMany<FileContent>({
      ...question,
      placeholder: l10n.t`${formatFileCount(files.length)}, ${formatByteSize(size)}: which are published, now and later?`,
      choices: [...group(l10n.t("Check these first"), odd), ...group(l10n.t("Files"), harmless)],
      picked: (file) => ticked.includes(file),
    });
    if (chosen === undefined || chosen === promptBack || !main || chosen.includes(main)) return chosen;
    void app.messages.warning(l10n.t`A skill is published with its ${main.path}. Select it, or press Escape.`);
  }
}

function group(heading: string, files: readonly FileContent[]): readonly PromptChoice<FileContent>[] {
  return files.map((file, index) => {
    const warning = findFileWarning(file);
    return {
      label: file.path,
      description: formatByteSize(file.bytes.length),
      value: file,
      ...(warning && { detail: `$(warning) ${warning}` }),
      ...(index === 0 && { heading }),
    };
  });
}

/** Why a text is no valid number of the next version; undefined when it is valid. */
export function findVersionProblem(text: string, taken: readonly string[]): string | undefined {
  if (!isSemanticVersion(text)) return l10n.t("Enter three numbers such as 1.2.0.");
  return taken.includes(text) ? l10n.t`${text} is published already, and a version never changes.` : undefined;
}

/** The version that the files declare if it is new, else the next patch. `published` is newest first. */
export function suggestVersion(published: readonly string[], declared: unknown): string {
  return chooseNextVersion(published[0], declared, (version) => published.includes(version));
}
