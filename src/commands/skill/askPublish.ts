import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { type Back, back, type Choice, type Step } from "../../core/foundation/ports.ts";
import { suggestVersion, versionProblem } from "../../core/registry/suggestVersion.ts";
import type { CodeFile } from "../../core/registry/versionFiles.ts";
import { sendWarning } from "../../core/skill/findFileWarning.ts";
import { fileWords } from "../../core/skill/formatSkill.ts";
import { skillFile } from "../../skills/skillFile.ts";
import { sizeWords } from "../../text/formatByteSize.ts";
import type { App } from "../app.ts";

/** What is published, and as what. */
export interface PublishAnswers {
  readonly files: readonly CodeFile[];
  readonly version: string;
  readonly notes: string;
}

interface Asked {
  readonly title: string;
  readonly files: readonly CodeFile[];
  /** Versions there are, newest first. */
  readonly published: readonly string[];
  /** The version that the files themselves name. */
  readonly declared: unknown;
}

/** Lists what will be sent, then asks version and notes; undefined: escaped. */
export function askPublish(
  app: App,
  { title, files, published, declared }: Asked,
): Promise<PublishAnswers | undefined> {
  const choosing: Question<PublishAnswers> = async (answers, step) => {
    const chosen = await askFiles(app, { title, step }, files, answers.files);
    return chosen === undefined || chosen === back ? chosen : { ...answers, files: chosen };
  };
  const numbering: Question<PublishAnswers> = async (answers, step) => {
    const version = await app.prompts.input({
      ...{ title, step, prompt: "The version's number", value: answers.version },
      validate: (text) => versionProblem(text.trim(), published),
    });
    return version === undefined || version === back ? version : { ...answers, version: version.trim() };
  };
  const noting: Question<PublishAnswers> = async (answers, step) => {
    const prompt = "What is new in it? May be left empty";
    const notes = await app.prompts.input({ title, step, prompt, value: answers.notes });
    return notes === undefined || notes === back ? notes : { ...answers, notes: notes.trim() };
  };
  const harmless = files.filter((file) => sendWarning(file) === undefined);
  const known = { files: harmless, version: suggestVersion(published, declared), notes: "" };
  return askInTurn(known, [choosing, numbering, noting]);
}

async function askFiles(
  app: App,
  question: { readonly title: string; readonly step: Step },
  files: readonly CodeFile[],
  ticked: readonly CodeFile[],
): Promise<readonly CodeFile[] | Back | undefined> {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const odd = files.filter(sendWarning);
  const harmless = files.filter((file) => !sendWarning(file));
  const main = skillFile(files);
  for (;;) {
    const chosen = await app.prompts.pickMany<CodeFile>({
      ...question,
      placeholder: `${fileWords(files.length)}, ${sizeWords(size)}: what is ticked is sent, the rest is left out from now on`,
      choices: [...group("Look at these first", odd), ...group("Files", harmless)],
      picked: (file) => ticked.includes(file),
    });
    if (chosen === undefined || chosen === back || !main || chosen.includes(main)) return chosen;
    void app.messages.warning(`A skill is published with its ${main.path}. Tick it, or press Escape.`);
  }
}

function group(heading: string, files: readonly CodeFile[]): readonly Choice<CodeFile>[] {
  return files.map((file, index) => {
    const warning = sendWarning(file);
    return {
      ...{ label: file.path, description: sizeWords(file.bytes.length), value: file },
      ...(warning && { detail: `$(warning) ${warning}` }),
      ...(index === 0 && { heading }),
    };
  });
}
