// `npm run service` and `npm run cli`: runs the bundled program that the first argument names, with the other arguments.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./prepare/paths.mjs";
import { build } from "./run.ts";

const [name = ""] = process.argv.splice(2, 1);
await build();
await import(pathToFileURL(join(root, "dist", `${name}.mjs`)).href);
