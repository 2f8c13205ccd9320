import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import type { OpenWindow } from "../../../e2e/window.ts";
import { root } from "../../../host/prepare/paths.mjs";
import { listenOnLoopback } from "../../../support/network/listenOnLoopback.ts";

/** Packages an extension that represents all others; `beside` is a folder that is removed with its editor. */
export async function packOtherExtension(beside: string): Promise<string> {
  const folder = join(beside, "..", "standIn");
  mkdirSync(folder);
  cpSync(join(root, "test", "fixtures", "standIn"), folder, { recursive: true });
  writeFileSync(join(folder, "LICENSE"), readFileSync(join(root, "LICENSE")));
  writeFileSync(join(folder, "README.md"), "Stands in for the other extensions of an editor.\n");
  const packagePath = join(folder, "standIn.vsix");
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true });
  return packagePath;
}

/** The requests of another extension to a server that is not Fairlead's. */
export const startExtensionService = () =>
  listenOnLoopback(createServer((_request, response) => response.end("fetched")));

/** Returns what has changed in another extension's network since the window opened. */
export async function readTouchedGlobals(window: OpenWindow): Promise<string | undefined> {
  await window.runCommand("Stand In: Fetch");
  const message = await window.messages.waitFor(/The network is/);
  await window.messages.dismissAll();
  return message === "The network is the same: fetched" ? undefined : message;
}
