import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "../../../../src/commands/account/createApiKey.ts";
import { runCommand } from "../../../../src/commands/runCommand.ts";
import { promptBack } from "../../../../src/core/foundation/ports.ts";
import { createDisconnectedFixture } from "../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { startServedService } from "../../../support/service/servedService.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

async function createFixture(answers: readonly ScriptedAnswer[], actions: readonly string[] = []) {
  const world = await createDisconnectedFixture(served, { answers, actions });
  const session = await world.app.connections.add(
    { baseUrl: served.service.url, key: served.service.issueKey("Laptop") },
    "Work",
  );
  if (session.kind !== "connected") throw new Error("not connected");
  return { ...world, session };
}

type World = Awaited<ReturnType<typeof createFixture>>;

const keysNamed = async (name: string) =>
  (await served.api.call("apiKeys.list", { q: name, limit: 200 })).items.filter((key) => key.name === name);

/** The key in the last message. */
const shownKey = ({ shown }: World) => /flk_[\w-]{43}/.exec(shown.join("\n"))?.[0] ?? "";
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("creating an API key", () => {
  test("asks for name, scopes and expiry, and shows the key once", async () => {
    await using world = await createFixture(["CI", ["read", "deploy"], "30 days"], ["Copy"]);
    await createApiKey(world.app, {});
    await settled();
    const key = shownKey(world);
    expect(world.copied).toEqual([key]);
    expect(world.shown).toEqual([
      `info: The key "CI" is ${key} and is shown only now. Copy it to where it is needed. [Copy, Use for This Connection]`,
      'info: Copied the key "CI". It is not shown again.',
    ]);
    const [made] = await keysNamed("CI");
    expect(made).toMatchObject({ scopes: ["read", "deploy"] });
    const days = (Date.parse(made?.expiresAt ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(world.refreshed).toContain("fairlead.account");
  });

  test("leaves no trace of the key in log, memory, secrets and documents", async () => {
    await using world = await createFixture(["Traceless", ["read"], "Forever"], ["Copy"]);
    await createApiKey(world.app, {});
    await settled();
    const { memory, secrets } = world.user;
    const kept = [...world.logged, ...memory.values.values(), ...secrets.values.values(), ...world.documents.shown];
    expect(shownKey(world)).not.toBe("");
    expect(kept.join("\n")).not.toContain(shownKey(world));
  });

  test("uses it for this connection if the user chooses that", async () => {
    await using world = await createFixture(["Mine", ["read", "write"], "A year"], ["Use for This Connection"]);
    await createApiKey(world.app, {});
    await expect.poll(() => world.shown.at(-1)).toContain('Work uses the key "Mine" from now on');
    expect((await world.app.connections.runtimeCredentials())?.clientSecret).toBe(shownKey(world));
    expect(world.app.connections.session()).toMatchObject({ me: { key: { name: "Mine" } } });
  });

  test("does not offer a key without the scope read for this connection", async () => {
    await using world = await createFixture(["Deployer", ["deploy"], "Forever"]);
    await createApiKey(world.app, {});
    expect(world.shown[0]).toMatch(/\[Copy\]$/);
  });

  test("offers to revoke a key that was not copied", async () => {
    await using world = await createFixture(["Lost", ["read"], "Forever"], ["Revoke"]);
    await createApiKey(world.app, {});
    await expect.poll(() => keysNamed("Lost")).toEqual([]);
    expect(world.shown[1]).toBe(
      'warning: The key "Lost" was not copied, so it is lost. Revoke it, and create another one. [Revoke]',
    );
  });

  test.each<[string, ScriptedAnswer[]]>([
    ["name", [escapeAnswer]],
    ["scopes", ["Gone", escapeAnswer]],
    ["expiry", ["Gone", ["read"], escapeAnswer]],
    ["date", ["Gone", ["read"], "Until a date...", escapeAnswer]],
  ])("creates no key after Escape at the question for %s", async (_question, answers) => {
    await using world = await createFixture(answers);
    await createApiKey(world.app, {});
    expect([world.shown, world.left, await keysNamed("Gone")]).toEqual([[], [], []]);
  });

  test("goes back from each question, and keeps the answers", async () => {
    await using world = await createFixture([
      "First",
      ["read"],
      "Until a date...",
      promptBack,
      promptBack,
      promptBack,
      "Second",
      ["read"],
      "Until a date...",
      "2040-02-29",
    ]);
    await createApiKey(world.app, {});
    expect(world.asked.filter((question) => question.includes("A name that identifies the key"))).toEqual([
      expect.stringContaining("[]"),
      expect.stringContaining("[First]"),
    ]);
    expect(await keysNamed("Second")).toMatchObject([{ expiresAt: "2040-03-01T00:00:00.000Z" }]);
  });

  test.each(["tomorrow", "2040-02-30", "2020-01-01"])("rejects the date %s", async (date) => {
    await using world = await createFixture(["Dated", ["read"], "Until a date...", date]);
    await expect(createApiKey(world.app, {})).rejects.toThrow(`"${date}" cannot be entered`);
  });

  test("asks again if no scope is selected", async () => {
    await using world = await createFixture(["Scoped", [], ["read"], "Forever"]);
    await createApiKey(world.app, {});
    expect(world.asked[2]).toContain("Choose one at least");
    expect(await keysNamed("Scoped")).toHaveLength(1);
  });

  test("stays at its questions if the service rejects the key, with the reason and the typed name", async () => {
    await using world = await createFixture(["Refused", ["read"], "Forever", escapeAnswer]);
    const { client } = world.session;
    const call: typeof client.call = async (name, input, options) => {
      if (name === "apiKeys.create") throw new RefusedError("The service takes no more keys.");
      return client.call(name, input, options);
    };
    await createApiKey({ ...world.app, client: async () => ({ ...client, call }) }, {});
    expect(world.asked.at(-1)).toContain("[Refused] (The service takes no more keys.)");
  });

  test("offers only the scopes of the key in use", async () => {
    const { key } = await served.api.call("apiKeys.create", { name: "Reader", scopes: ["read", "admin"] });
    await using world = await createFixture(["Wider", ["write"], "Forever"]);
    await world.app.connections.signIn(world.session.connection, key);
    await expect(createApiKey(world.app, {})).rejects.toThrow('"write" is not among read, admin');
  });

  test("fails with a message if the key in use does not have the scope admin", async () => {
    const { key } = await served.api.call("apiKeys.create", { name: "Only", scopes: ["read"] });
    await using world = await createFixture(["None", ["read"], "Forever", escapeAnswer]);
    await world.app.connections.signIn(world.session.connection, key);
    await runCommand(world.app, "fairlead.apiKey.create", createApiKey, {});
    expect(world.asked.at(-1)).toContain('does not have the scope "admin"');
  });
});

class RefusedError extends Error {
  override readonly name = "ForbiddenError";
}
