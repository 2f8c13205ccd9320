import { describe, expect, test } from "vitest";
import { NetworkError } from "../../../../../src/client/errors.ts";
import { createApiKey } from "../../../../../src/extension/account/commands/createApiKey.ts";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { createRemoteFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const createFixture = (answers: readonly ScriptedAnswer[], actions: readonly string[] = []) =>
  createRemoteFixture(served, { answers, actions });

type World = Awaited<ReturnType<typeof createFixture>>;

const keysNamed = async (name: string) =>
  (await served.api.call("apiKeys.list", { q: name, limit: 200 })).items.filter((key) => key.name === name);

/** The key that was copied. */
const copiedKey = ({ copied }: World) => /flk_[\w-]{43}/.exec(copied.join("\n"))?.[0] ?? "";

describe("creating an API key", () => {
  test("asks for name, one scope at least, and expiry, offers the key once, masked, and leaves no other trace of it", async () => {
    await using fixture = await createFixture(["CI", [], ["read", "deploy"], "30 days", "Copy"]);
    await createApiKey(fixture.app, {});
    expect(fixture.questions[2]).toContain("Choose one at least");
    expect(fixture.copied).toEqual([copiedKey(fixture)]);
    expect(fixture.questions.at(-1)).toMatch(
      /^The key "CI" was created\nflk_[\w-]{1,8}••••••••\n\nCopy or save it now\. It cannot be read later\.\n\[Copy, Save As\.\.\., Use for This Connection\]$/,
    );
    expect(fixture.shown).toEqual(['status: Copied the key "CI".']);
    const [createdKey] = await keysNamed("CI");
    expect(createdKey).toMatchObject({ scopes: ["read", "deploy"] });
    const days = (Date.parse(createdKey?.expiresAt ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect(fixture.refreshed).toContain("fairlead.account");
    const { memory, secrets } = fixture.user;
    const stored = [
      ...fixture.logged,
      ...memory.values.values(),
      ...secrets.values.values(),
      ...fixture.documents.shown,
    ];
    expect(copiedKey(fixture)).not.toBe("");
    expect([...stored, ...fixture.questions, ...fixture.shown].join("\n")).not.toContain(copiedKey(fixture));
  });

  test("says that the key is lost if the service created it and the answer never came", async () => {
    await using fixture = await createFixture(["Unseen", ["read"], "Forever"]);
    const client = requireValue(await fixture.app.client());
    const losing: typeof client = {
      ...client,
      call: async (name, input, options) => {
        const output = await client.call(name, input, options);
        if (name !== "apiKeys.create") return output;
        throw new NetworkError("The answer was lost.", { operation: name, host: "127.0.0.1", code: undefined });
      },
    };
    await createApiKey({ ...fixture.app, client: async () => losing }, {});
    expect(fixture.shown).toEqual([
      'warning: The key "Unseen" was created, but its answer never came, so it is lost. Revoke it, and create another one. [Revoke]',
    ]);
    expect(await keysNamed("Unseen")).toHaveLength(1);
  });

  test("uses it for this connection if the user chooses that, after saying what it lacks", async () => {
    const use = "Use for This Connection";
    await using fixture = await createFixture(["Mine", ["read", "write"], "A year", use, false, use, true]);
    await createApiKey(fixture.app, {});
    expect(fixture.questions.filter((question) => question.startsWith('Use "Mine"'))).toHaveLength(2);
    expect((await fixture.app.connections.runtimeCredentials())?.clientSecret).toMatch(/^flk_[\w-]{43}$/);
    expect(fixture.app.connections.session()).toMatchObject({ me: { key: { name: "Mine" } } });
  });

  test("saves the key in a file, asks again when no file is chosen, and does not offer one without the scope read for this connection", async () => {
    await using fixture = await createFixture(["Build", ["deploy"], "Forever", "Save As...", "Save As..."]);
    const saved: (readonly [string, string])[] = [];
    const saveAs: typeof fixture.documents.saveAs = async ({ name }, text) => {
      saved.push([name, text]);
      return saved.length === 1 ? undefined : "file:///home/Build.key";
    };
    await createApiKey({ ...fixture.app, documents: { ...fixture.documents, saveAs } }, {});
    expect(fixture.questions.at(-1)).toMatch(/\[Copy, Save As\.\.\.\]$/);
    expect(saved).toEqual([1, 2].map(() => ["Build.key", expect.stringMatching(/^flk_[\w-]{43}$/)]));
    expect(fixture.shown).toEqual([]);
  });

  test("offers the key again after a file that could not be written", async () => {
    await using fixture = await createFixture(["Again", ["read"], "Forever", "Save As...", "Copy"]);
    const saveAs = () => Promise.reject(new Error("The disk is full."));
    await createApiKey({ ...fixture.app, documents: { ...fixture.documents, saveAs } }, {});
    expect(fixture.shown).toEqual(["error: The disk is full.", 'status: Copied the key "Again".']);
    expect(fixture.copied).toEqual([copiedKey(fixture)]);
  });

  test.each([
    [["read"], "The service made it without scopes that were asked for: write and deploy."],
    [undefined, "The service does not say whether it has the scopes that were asked for."],
    [[{ unknown: "all" }], "The service does not say whether it has the scopes that were asked for."],
  ])("says what a service that answers with the scopes %j leaves open", async (scopes, sentence) => {
    await using fixture = await createFixture(["Fewer", ["read", "write", "deploy"], "Forever", "Copy"]);
    const client = requireValue(await fixture.app.client());
    const fewer: typeof client = {
      ...client,
      call: async (name, input, options) => ({ ...(await client.call(name, input, options)), scopes }),
    };
    await createApiKey({ ...fixture.app, client: async () => fewer }, {});
    expect(fixture.questions.at(-1)).toContain(`••••••••\n\n${sentence}\n\nCopy or save it now.`);
  });

  test("offers to revoke a key that was not copied", async () => {
    await using fixture = await createFixture(["Lost", ["read"], "Forever", escapeAnswer], ["Revoke"]);
    await createApiKey(fixture.app, {});
    await expect.poll(() => keysNamed("Lost")).toEqual([]);
    expect(fixture.shown[0]).toBe(
      'warning: The key "Lost" was not copied, so it is lost. Revoke it, and create another one. [Revoke]',
    );
  });

  test("goes back from each question, and keeps the answers", async () => {
    await using fixture = await createFixture([
      "First",
      ["read"],
      promptBack,
      promptBack,
      "Second",
      ["read"],
      "Forever",
      "Copy",
    ]);
    await createApiKey(fixture.app, {});
    expect(fixture.questions.filter((question) => question.includes("A name that identifies the key"))).toEqual([
      expect.stringContaining("[]"),
      expect.stringContaining("[First]"),
    ]);
    expect(await keysNamed("Second")).toMatchObject([{ expiresAt: null }]);
  });

  test("stays at its questions if the service rejects the key, with the reason and the typed name", async () => {
    await using fixture = await createFixture(["Refused", ["read"], "Forever", escapeAnswer]);
    const { client } = fixture.session;
    const call: typeof client.call = async (name, input, options) => {
      if (name === "apiKeys.create") throw new RefusedError("The service takes no more keys.");
      return client.call(name, input, options);
    };
    await createApiKey({ ...fixture.app, client: async () => ({ ...client, call }) }, {});
    expect(fixture.questions.at(-1)).toContain("[Refused] (The service takes no more keys.)");
  });

  test("offers only the scopes of the key in use", async () => {
    const { key } = await served.api.call("apiKeys.create", { name: "Reader", scopes: ["read", "admin"] });
    await using fixture = await createFixture(["Wider", ["write"], "Forever"]);
    await fixture.app.connections.signIn(fixture.session.connection, { key });
    await expect(createApiKey(fixture.app, {})).rejects.toThrow('"write" is not among read, admin');
  });
});

class RefusedError extends Error {
  override readonly name = "ForbiddenError";
}
