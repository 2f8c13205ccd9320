import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { FairleadAuthenticationProvider } from "../../src/extension/vscode/connection/authenticationProvider.ts";
import { createMapSecrets } from "../support/editor/mapSecrets.ts";
import { waitForValue } from "./answerPrompts.ts";

const labels = async () => (await vscode.authentication.getAccounts("fairlead")).map(({ label }) => label);

describe("the accounts of VS Code", () => {
  it("have a connection while it has a key, and fire a change when it comes and goes", async () => {
    const providerIds: string[] = [];
    const listening = vscode.authentication.onDidChangeSessions(({ provider }) => void providerIds.push(provider.id));
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
    await waitForValue(
      async () => ((await labels()).includes("Local service") ? true : undefined),
      "the account is there",
    );
    await vscode.commands.executeCommand("fairlead.connection.signOut");
    await waitForValue(async () => ((await labels()).length === 0 ? true : undefined), "the account is gone");
    assert.ok(providerIds.includes("fairlead"));
    listening.dispose();
    await vscode.commands.executeCommand("fairlead.connection.useLocal");
  });

  it("never reveal the key, and follow changes of other windows", async () => {
    const profile = JSON.stringify({ id: "a", name: "Work", baseUrl: "https://a.example", kind: "remote" });
    const secrets = createMapSecrets(new Map([["fairlead.profile.a", profile]]));
    const signedOutIds: string[] = [];
    const provider = new FairleadAuthenticationProvider(secrets, async () => ({
      signIn: async () => "a",
      signOut: async (id) => {
        signedOutIds.push(id);
        await secrets.delete(`fairlead.connection.${id}`);
      },
    }));
    const next = () =>
      new Promise<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>((resolve) => {
        const once = provider.onDidChangeSessions((event) => {
          once.dispose();
          resolve(event);
        });
      });
    assert.deepEqual(await provider.getSessions(undefined, {}), []);
    const added = next();
    await secrets.set("fairlead.connection.a", JSON.stringify({ version: 1, baseUrl: "https://a.example", key: "k" }));
    const session = { id: "a", accessToken: "", account: { id: "a", label: "Work" }, scopes: [] };
    assert.deepEqual((await added).added, [session]);
    assert.deepEqual(await provider.getSessions(["read"], { account: session.account }), [session]);
    assert.deepEqual(await provider.getSessions(undefined, { account: { id: "b", label: "Other" } }), []);
    assert.deepEqual(await provider.createSession([], {}), session);
    const removed = next();
    await provider.removeSession("a");
    assert.deepEqual([(await removed).removed, signedOutIds], [[session], ["a"]]);
    provider.dispose();
  });
});
