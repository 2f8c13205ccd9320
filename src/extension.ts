import type { ExtensionContext } from "vscode";
import type { Client, ClientOptions } from "./api/client.ts";
import type { ModelRelay, ModelRelayOptions } from "./api/modelRelay.ts";
import type { Editor } from "./ui/editor.ts";
import { onFirstUse } from "./ui/onFirstUse.ts";
import { registerCommands } from "./ui/registerCommands.ts";
import { registerServerSurfaces } from "./ui/registerServerSurfaces.ts";
import { registerSkillLanguage } from "./ui/registerSkillLanguage.ts";
import { registerViews } from "./ui/registerViews.ts";
import { registerTests } from "./ui/tests/registerTests.ts";

let made: Editor | undefined;

/** Says what there is and nothing else: no request, no secret, no process. The editor is made when something is used. */
export function activate(context: ExtensionContext): void {
  const editor = onFirstUse(async () => {
    const { createEditor } = await import("./ui/editor.ts");
    made = createEditor({ context, createClient, startModelRelay, tests, mcpChanged: () => surfaces.mcpChanged() });
    return made;
  });

  registerCommands(context, editor);
  registerViews(context, editor);
  const surfaces = registerServerSurfaces(context, async () => (await editor()).surfaces);
  registerSkillLanguage(context, async () => (await editor()).skillLanguage());
  const tests = registerTests(context, async () => (await editor()).tests);
}

/** The client is another bundle, loaded by the first call. */
async function createClient(options: ClientOptions): Promise<Client> {
  const client = await import("./api/client.ts");
  return client.createClient(options);
}

async function startModelRelay(options: ModelRelayOptions): Promise<ModelRelay> {
  const client = await import("./api/client.ts");
  return client.startModelRelay(options);
}

export async function deactivate(): Promise<void> {
  await made?.dispose();
  made = undefined;
}
