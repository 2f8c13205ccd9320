import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getL10nJson } from "@vscode/l10n-dev";
import * as z from "zod";
import { root } from "../prepare/paths.mjs";

const messages = z.record(
  z.string(),
  z.union([z.string(), z.object({ message: z.string(), comment: z.array(z.string()) })]),
);
const texts = z.record(z.string(), z.string());
export type Texts = z.infer<typeof texts>;

const importLine = 'import * as l10n from "@vscode/l10n";\n';

/** The English texts of the code by their keys, which are the texts themselves, with a comment where the text has one. */
export async function readCodeTexts(): Promise<Texts> {
  const files = globSync("src/**/*.ts", { cwd: root }).sort();
  const sources = files
    .map((file) => readFileSync(join(root, file), "utf8"))
    .filter((text) => /\bl10n\.t[(`]/.test(text));
  // As one file, because the package prepares its search again for each: 2 s instead of a minute.
  const bodies = sources.map((text) => text.replaceAll(/^(?:import|export) [^;]*? from "[^"]*";$/gm, ""));
  const found = messages.parse(await getL10nJson([{ extension: ".ts", contents: importLine + bodies.join("\n") }]));
  return Object.fromEntries(
    Object.entries(found).map(([key, text]) => [key, typeof text === "string" ? text : text.message]),
  );
}

/** A file with the texts of one language, and the English texts that it translates. */
export interface Translation {
  readonly file: string;
  readonly english: Texts;
  readonly translated: Texts;
}

/** The translations of the code's texts and of the manifest's. */
export async function readTranslations(): Promise<Translation[]> {
  const code = await readCodeTexts();
  const manifest = readTexts("package.nls.json");
  return [
    ...globSync("media/l10n/bundle.l10n.*.json", { cwd: root }).map((file) => ({ file, english: code })),
    ...globSync("package.nls.*.json", { cwd: root }).map((file) => ({ file, english: manifest })),
  ].map((one) => ({ ...one, translated: readTexts(one.file) }));
}

function readTexts(file: string): Texts {
  return texts.parse(JSON.parse(readFileSync(join(root, file), "utf8")));
}
