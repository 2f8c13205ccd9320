// `npm run manifest`: writes the commands, menus, settings, JSON schemas and tool inputs of package.json, its texts and the settings of the guide from the
// tables of the code.
import { writeFileSync } from "node:fs";
import { generatedManifest, generatedTexts, packageFile, textsFile } from "./contributes.ts";
import { generatedGuide, guideFile } from "./settings.ts";

writeFileSync(packageFile, generatedManifest());
writeFileSync(textsFile, generatedTexts());
writeFileSync(guideFile, generatedGuide());
