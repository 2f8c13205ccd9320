import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createCrossWindowSecrets } from "../../../../../src/extension/connection/model/crossWindowSecrets.ts";
import { createSecretTombstones } from "../../../../../src/extension/vscode/storage/createSecretTombstones.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createMapSecrets } from "../../../../support/editor/mapSecrets.ts";

let folder: string;
const warnings: string[] = [];
beforeEach(() => {
  folder = join(createTemporaryFolder(), "signedOut");
  warnings.length = 0;
});

/** A window with its own secret store, as in a browser. */
function openPage(stored: Record<string, string> = {}) {
  const own = createMapSecrets(new Map(Object.entries(stored)));
  const gone = createSecretTombstones(folder, { warning: (message) => void warnings.push(message) });
  const secrets = createCrossWindowSecrets(own, gone);
  return { own, secrets, [Symbol.dispose]: () => secrets.dispose() };
}

describe("a secret that is deleted in one window", () => {
  test("is deleted from the stores of other windows, which fire a change", async () => {
    using first = openPage({ key: "k", other: "o" });
    using second = openPage({ key: "k", other: "o" });
    const changedSecret = new Promise<string>((resolve) => second.secrets.onDidChange(resolve));
    await first.secrets.delete("key");
    expect(await changedSecret).toBe("key");
    expect([...second.own.values.keys()]).toEqual(["other"]);
    expect(warnings).toEqual([]);
  });

  test("is not read by a window that had it when it was opened", async () => {
    using first = openPage({ key: "k" });
    await first.secrets.delete("key");
    using later = openPage({ key: "k" });
    expect(await later.secrets.get("key")).toBeUndefined();
    expect([await later.secrets.names(), later.own.values.size]).toEqual([[], 0]);
  });

  test("can be stored again", async () => {
    using first = openPage({ key: "k" });
    using second = openPage();
    await first.secrets.delete("key");
    await second.secrets.set("key", "new");
    using later = openPage({ key: "new" });
    expect([await second.secrets.get("key"), await later.secrets.get("key")]).toEqual(["new", "new"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("leaves only its name, readable by the user only", async () => {
    using page = openPage({ "a/b c": "k" });
    await page.secrets.delete("a/b c");
    const file = join(folder, "a%2Fb%20c");
    expect([statSync(file).size, statSync(file).mode & 0o077]).toEqual([0, 0]);
  });
});

test("a secret whose name is too long for a file is stored and deleted in its own window", async () => {
  const name = `fairlead.mcpLogin.https://mcp.example.com/${"a".repeat(250)}`;
  using page = openPage();
  await page.secrets.set(name, "login");
  expect(await page.secrets.get(name)).toBe("login");
  await page.secrets.delete(name);
  expect(await page.secrets.get(name)).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining("Other windows may not notice that you signed out")]);
});
