import { afterAll, describe, expect, test } from "vitest";
import {
  disconnectOauthConnection,
  openOauthConnection,
} from "../../../../../src/extension/account/commands/oauthConnections.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createAccountServer } from "../../../../support/oauth/accountServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const account = createAccountServer(served.api);
afterAll(() => account.close());

const node = async (): Promise<TreeNode> => ({
  kind: "oauthConnection",
  connection: await account.connection(),
  usedBy: ["Pets"],
});
const count = async () => (await served.api.call("oauthConnections.list", {})).items.length;

describe("an OAuth connection", () => {
  test("opens as a document with its account and without tokens", async () => {
    const target = { node: await node() };
    await using fixture = await createCommandFixture(served);
    await openOauthConnection(fixture.app, target);
    const [shown = ""] = fixture.documents.shown;
    expect(shown).toMatch(/^ann@example\.com: # /);
    for (const part of ["| State | connected |", "| Used by | Pets |", "pets&#58;read", "Its tokens are renewed"])
      expect(shown).toContain(part);
    expect(shown).not.toMatch(/eyJ|accessToken|refreshToken/);
  });

  test("is picked from the palette; Escape opens nothing", async () => {
    await node();
    await using fixture = await createCommandFixture(served, { answers: [escapeAnswer, "ann@example.com"] });
    await openOauthConnection(fixture.app, {});
    expect(fixture.documents.shown).toEqual([]);
    await openOauthConnection(fixture.app, {});
    expect(fixture.documents.shown).toHaveLength(1);
    expect(fixture.prompts.questions[0]).toBe("Open OAuth Connection: Which account?");
  });

  test("is disconnected after a confirmation that names the server; without one the command fails, and the palette shows a message", async () => {
    const target = { node: await node() };
    await using fixture = await createCommandFixture(served, { answers: [false, true, true] });
    await disconnectOauthConnection(fixture.app, target);
    expect([await count(), fixture.messages.shown]).toEqual([1, []]);
    await disconnectOauthConnection(fixture.app, target);
    expect(fixture.prompts.questions).toEqual(Array(2).fill("Disconnect ann@example.com from Pets?"));
    expect([await count(), fixture.messages.shown]).toEqual([0, []]);
    expect(fixture.refreshed).toEqual(["fairlead.account", "fairlead.servers"]);
    await expect(disconnectOauthConnection(fixture.app, target)).rejects.toMatchObject({ name: "NotFoundError" });
    await disconnectOauthConnection(fixture.app, {});
    expect(fixture.messages.shown).toEqual(["info: No account is connected to any server."]);
  });
});
