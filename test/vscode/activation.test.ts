import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { type Effects, recordEffects } from "./effects.ts";

/** Where undici keeps the dispatcher that every extension's `fetch` shares. */
const sharedDispatchers = () =>
  [1, 2].map((version) => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)));

function fairlead(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension("fairlead.fairlead");
  assert.ok(extension, "Fairlead is not installed");
  return extension;
}

describe("activation", () => {
  let effects: Effects;

  it("waits until Fairlead is used", () => {
    assert.equal(fairlead().isActive, false);
    assert.deepEqual(
      fairlead().packageJSON.activationEvents?.filter(
        (event: string) => event === "*" || event === "onStartupFinished",
      ) ?? [],
      [],
    );
  });

  it("makes no connection and starts no process", async () => {
    effects = await recordEffects(fairlead().extensionPath, async () => fairlead().activate());
    assert.deepEqual(effects, { connections: [], processes: [] });
  });

  it("registers every command of the manifest", async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const declared: { command: string }[] = fairlead().packageJSON.contributes.commands;
    assert.deepEqual(
      declared.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  it("does not change the fetch of other extensions, even after the client is loaded", async () => {
    const before = [globalThis.fetch, ...sharedDispatchers()];
    const { loadAndCreateClient } = require(join(fairlead().extensionPath, "dist", "editor.js"));
    const client = await loadAndCreateClient({ baseUrl: "http://127.0.0.1:9", key: async () => undefined });
    await client.close();
    assert.deepEqual([globalThis.fetch, ...sharedDispatchers()], before);
  });
});
