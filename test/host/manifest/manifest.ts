// `npm run manifest`: writes the commands, menus, JSON schemas and tool inputs of package.json from the tables of the code.
import { writeFileSync } from "node:fs";
import { generatedManifest, packageFile } from "./contributes.ts";

writeFileSync(packageFile, generatedManifest());
