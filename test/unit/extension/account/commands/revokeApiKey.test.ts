import { describe, expect, test } from "vitest";
import { revokeApiKey } from "../../../../../src/extension/account/commands/revokeApiKey.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createLocalFixture, createRemoteFixture } from "../../../../support/editor/disconnectedFixture.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const allKeys = async () => (await served.api.call("apiKeys.list", { limit: 200 })).items;
const hasKey = async (id: string) => (await allKeys()).some((key) => key.id === id);

async function nodeOf(id: string): Promise<TreeNode> {
  const apiKey = requireValue((await allKeys()).find((key) => key.id === id));
  return { kind: "apiKey", apiKey, inUse: false };
}

async function remote(answers: readonly ScriptedAnswer[], actions: readonly string[] = []) {
  const { session, ...fixture } = await createRemoteFixture(served, { answers, actions });
  return { ...fixture, keyId: requireValue(session.me.key?.id), connection: session.connection };
}

describe("revoking an API key", () => {
  test("names the key in the confirmation, deletes it, and fails for one that is already revoked", async () => {
    const { id, prefix } = await served.api.call("apiKeys.create", { name: "CI", scopes: ["read"] });
    await using fixture = await remote([true, true]);
    const node = await nodeOf(id);
    await revokeApiKey(fixture.app, { node });
    expect(fixture.questions).toEqual([`Revoke the API key "CI" (${prefix}...)?`]);
    expect([await hasKey(id), fixture.refreshed]).toEqual([false, ["fairlead.account"]]);
    await expect(revokeApiKey(fixture.app, { node })).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test("from the palette deletes the chosen key", async () => {
    const { id } = await served.api.call("apiKeys.create", { name: "Picked", scopes: ["read"] });
    await using fixture = await remote(["Picked", true]);
    await revokeApiKey(fixture.app, {});
    expect(await hasKey(id)).toBe(false);
  });

  test("that is in use signs out and removes the key from all stores", async () => {
    await using fixture = await remote([true], ["Sign In"]);
    await revokeApiKey(fixture.app, { node: await nodeOf(fixture.keyId) });
    expect(fixture.questions[0]).toMatch(
      /^Revoke "Laptop" \(flk_[\w-]+\.\.\.\), the key that Work is used with here\?$/,
    );
    expect(fixture.app.connections.session()).toMatchObject({ kind: "signedOut" });
    const secretNames = [...fixture.user.secrets.values.keys()];
    expect(secretNames.filter((name) => !name.startsWith("fairlead.profile."))).toEqual([]);
    expect(fixture.shown).toEqual(['info: Revoked the key "Laptop", so you are signed out of Work. [Sign In]']);
  });

  test("that the local service uses creates a new one", async () => {
    await using fixture = await createLocalFixture(served, { answers: [true] });
    const before = fixture.app.connections.session();
    if (before.kind !== "connected") throw new Error("not connected");
    await revokeApiKey(fixture.app, { node: await nodeOf(requireValue(before.me.key?.id)) });
    const after = fixture.app.connections.session();
    if (after.kind !== "connected") throw new Error("not connected");
    expect(after.me.key?.id).not.toBe(before.me.key?.id);
    expect((await after.client.call("projects.list", {})).items).toHaveLength(1);
  });
});
