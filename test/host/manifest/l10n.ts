/**
 * `npm run l10n`: writes the English texts of the code to dist/l10n/bundle.l10n.json, from which a new translation begins, and brings the
 * translations in line with the English texts: texts that are gone are removed, new ones are added empty, to be translated.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../prepare/paths.mjs";
import { readCodeTexts, readTranslations, type Texts } from "./translations.ts";

function writeTexts(file: string, content: Texts): void {
  writeFileSync(join(root, file), `${JSON.stringify(content, null, 2)}\n`);
}

mkdirSync(join(root, "dist", "l10n"), { recursive: true });
writeTexts("dist/l10n/bundle.l10n.json", await readCodeTexts());
for (const { file, english, translated } of await readTranslations()) {
  writeTexts(file, Object.fromEntries(Object.keys(english).map((key) => [key, translated[key] ?? ""])));
  const missing = Object.keys(english).filter((key) => !translated[key]);
  process.stdout.write(`${file}: ${missing.length} texts to translate\n${missing.map((key) => `  ${key}\n`).join("")}`);
}
