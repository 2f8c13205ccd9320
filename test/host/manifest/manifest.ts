// `npm run manifest`: writes the commands, menus, JSON schemas and tool inputs of package.json and its texts from the tables of the code.
import { writeFileSync } from "node:fs";
import { generatedManifest, generatedTexts, packageFile, textsFile } from "./contributes.ts";

writeFileSync(packageFile, generatedManifest());
writeFileSync(textsFile, generatedTexts());
