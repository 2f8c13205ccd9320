import { describe, expect, test } from "vitest";
import {
  createEditorAccountChanges,
  isAccountSecret,
  readEditorAccounts,
} from "../../../../../src/extension/account/model/editorAccounts.ts";
import { createMapSecrets } from "../../../../support/editor/mapSecrets.ts";

const profile = (id: string, name: string) =>
  [`fairlead.profile.${id}`, JSON.stringify({ id, name, baseUrl: "https://a.example", kind: "remote" })] as const;
const key = (id: string) => [`fairlead.connection.${id}`, "a key that is not read"] as const;

describe("the accounts of VS Code", () => {
  test("are connections with a key, and the key is not read", async () => {
    const secrets = createMapSecrets(new Map([profile("a", "Work"), key("a"), profile("b", "Home"), ["other", "x"]]));
    const read: string[] = [];
    const noting = {
      ...secrets,
      get: (name: string) => {
        read.push(name);
        return secrets.get(name);
      },
    };
    expect(await readEditorAccounts(noting)).toEqual([{ id: "a", label: "Work" }]);
    expect(read).toEqual(["fairlead.profile.a"]);
  });

  test("have unique labels, because VS Code signs out by label", async () => {
    const secrets = createMapSecrets(new Map([profile("a", "Work"), key("a"), profile("b", "Work"), key("b")]));
    expect(await readEditorAccounts(secrets)).toEqual([
      { id: "a", label: "Work" },
      { id: "b", label: "Work (b)" },
    ]);
  });

  test("have default labels if the names are unknown", async () => {
    const secrets = createMapSecrets(new Map([["fairlead.profile.a", "{"], key("a"), key("b")]));
    expect((await readEditorAccounts(secrets)).map(({ label }) => label)).toEqual(["Fairlead", "Fairlead (b)"]);
  });

  test("fire for added, removed and renamed accounts", () => {
    const [one, two] = [
      { id: "a", label: "One" },
      { id: "b", label: "Two" },
    ];
    expect(createEditorAccountChanges([one], [one])).toBeUndefined();
    expect(createEditorAccountChanges([one], [two])).toEqual({ added: [two], removed: [one], changed: [] });
    const renamed = { id: "a", label: "Uno" };
    expect(createEditorAccountChanges([one], [renamed])).toEqual({ added: [], removed: [], changed: [renamed] });
  });

  test("change only with keys and connections", () => {
    const names = ["fairlead.connection.a", "fairlead.profile.a", "fairlead.model"];
    expect(names.map(isAccountSecret)).toEqual([true, true, false]);
  });
});
