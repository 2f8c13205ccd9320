// `npm run service`: runs the bundled service with this script's arguments.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./prepare/paths.mjs";
import { build } from "./run.ts";

await build();
await import(pathToFileURL(join(root, "dist", "service.mjs")).href);
