import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revokeApiKey } from "../../../../src/commands/account/revokeApiKey.ts";
import type { TreeNode } from "../../../../src/core/view/nodes.ts";
import { createDisconnectedFixture } from "../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { startServedService } from "../../../support/service/servedService.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const allKeys = async () => (await served.api.call("apiKeys.list", { limit: 200 })).items;
const hasKey = async (id: string) => (await allKeys()).some((key) => key.id === id);

async function nodeOf(id: string): Promise<TreeNode> {
  const apiKey = (await allKeys()).find((key) => key.id === id);
  if (!apiKey) throw new Error(`there is no key ${id}`);
  return { kind: "apiKey", apiKey, inUse: false };
}

async function remote(answers: readonly ScriptedAnswer[], actions: readonly string[] = []) {
  const world = await createDisconnectedFixture(served, { answers, actions });
  const session = await world.app.connections.add(
    { baseUrl: served.service.url, key: served.service.issueKey("Laptop") },
    "Work",
  );
  if (session.kind !== "connected") throw new Error("not connected");
  return { ...world, keyId: requireValue(session.me.key?.id), connection: session.connection };
}

describe("revoking an API key", () => {
  test("names the key in the confirmation, and deletes it", async () => {
    const { id, prefix } = await served.api.call("apiKeys.create", { name: "CI", scopes: ["read"] });
    await using world = await remote([true]);
    await revokeApiKey(world.app, { node: await nodeOf(id) });
    expect(world.asked).toEqual([`Revoke the API key "CI" (${prefix}...)?`]);
    expect(world.shown).toEqual(['info: Revoked the key "CI".']);
    expect([await hasKey(id), world.refreshed]).toEqual([false, ["fairlead.account"]]);
  });

  test("does nothing if the user cancels the confirmation", async () => {
    const { id } = await served.api.call("apiKeys.create", { name: "Kept", scopes: ["read"] });
    await using world = await remote([false]);
    await revokeApiKey(world.app, { node: await nodeOf(id) });
    expect([await hasKey(id), world.shown]).toEqual([true, []]);
  });

  test("from the palette asks for the key; Escape does nothing", async () => {
    const { id } = await served.api.call("apiKeys.create", { name: "Picked", scopes: ["read"] });
    await using world = await remote([escapeAnswer, "Picked", true]);
    await revokeApiKey(world.app, {});
    expect(await hasKey(id)).toBe(true);
    await revokeApiKey(world.app, {});
    expect(await hasKey(id)).toBe(false);
  });

  test("that is in use signs out and removes the key from all stores", async () => {
    await using world = await remote([true], ["Sign In"]);
    await revokeApiKey(world.app, { node: await nodeOf(world.keyId) });
    expect(world.asked[0]).toMatch(/^Revoke "Laptop" \(flk_[\w-]+\.\.\.\), the key that Work is used with here\?$/);
    expect(world.app.connections.session()).toMatchObject({ kind: "signedOut" });
    const kept = [...world.user.secrets.values.keys()];
    expect(kept.filter((name) => !name.startsWith("fairlead.profile."))).toEqual([]);
    expect(world.shown).toEqual(['info: Revoked the key "Laptop", so you are signed out of Work. [Sign In]']);
  });

  test("that the local service uses creates a new one", async () => {
    await using world = await createDisconnectedFixture(served, { answers: [true] });
    await world.connect();
    const before = world.app.connections.session();
    if (before.kind !== "connected") throw new Error("not connected");
    await revokeApiKey(world.app, { node: await nodeOf(requireValue(before.me.key?.id)) });
    const after = world.app.connections.session();
    if (after.kind !== "connected") throw new Error("not connected");
    expect(after.me.key?.id).not.toBe(before.me.key?.id);
    expect((await after.client.call("projects.list", {})).items).toHaveLength(1);
    expect(world.shown.at(-1)).toContain("gave this editor a new one");
  });

  test("that is already revoked fails with NotFoundError", async () => {
    const { id } = await served.api.call("apiKeys.create", { name: "Twice", scopes: ["read"] });
    const node = await nodeOf(id);
    await served.api.call("apiKeys.delete", { id });
    await using world = await remote([true]);
    await expect(revokeApiKey(world.app, { node })).rejects.toMatchObject({ name: "NotFoundError" });
  });
});
