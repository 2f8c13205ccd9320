import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createVSIX } from "@vscode/vsce";
import type { CleanEditor } from "../../../e2e/cleanEditor.ts";
import type { OpenWindow } from "../../../e2e/window.ts";
import { root } from "../../../host/prepare/paths.mjs";
import { userSettings } from "./userSettings.ts";

/** Packages the extension that stands in for all others; `beside` is a folder that is gone with its editor. */
export async function packStandIn(beside: string): Promise<string> {
  const folder = join(beside, "..", "standIn");
  mkdirSync(folder);
  cpSync(join(root, "test", "fixtures", "standIn"), folder, { recursive: true });
  writeFileSync(join(folder, "LICENSE"), readFileSync(join(root, "LICENSE")));
  writeFileSync(join(folder, "README.md"), "Stands in for the other extensions of an editor.\n");
  const packagePath = join(folder, "standIn.vsix");
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true });
  return packagePath;
}

export interface OtherExtension {
  /** What is wrong with its network now; undefined where it is as it was when the window opened. */
  fetches(): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function otherExtension(editor: CleanEditor, window: OpenWindow): Promise<OtherExtension> {
  const server = createServer((_request, response) => response.end("fetched"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await userSettings(editor, window, "first", { "standIn.url": `http://127.0.0.1:${port}` });
  return {
    fetches: async () => {
      await window.runCommand("Stand In: Fetch");
      const said = await window.messages.waitFor(/The network is/);
      await window.messages.dismissAll();
      return said === "The network is the same: fetched" ? undefined : said;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
