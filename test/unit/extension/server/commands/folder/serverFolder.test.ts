import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { goBack } from "../../../../../../src/extension/server/commands/deploy/goBack.ts";
import { deployServer } from "../../../../../../src/extension/server/commands/deployServer.ts";
import { generateServer } from "../../../../../../src/extension/server/commands/generateServer.ts";
import { saveCode } from "../../../../../../src/extension/server/commands/saveCode.ts";
import {
  createFolderWorkspace,
  documentUri,
  type FolderWorkspace,
  serverNode,
} from "../../../../../support/editor/folderWorkspace.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";
import { escapeAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { generateVersion } from "../../../../../support/servers/generateServer.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";

let at: FolderWorkspace;
const served = await useServedService();
beforeEach(() => {
  at = createFolderWorkspace(served);
});
afterEach(() => at.close());

const anyway = "Deploy Without Tests";

describe("saving the code of a server", () => {
  test("makes a folder of its name with a fairlead.json beside the code, and takes another name where that is another server's", async () => {
    const server = await at.saveServer("First");
    expect(readdirSync(join(at.path, "first"))).toContain("server.mjs");
    const { items } = await served.api.call("registry.versions", { id: server.artifactId ?? "" });
    expect(items[0]?.digest).toMatch(/^sha256:/);
    expect(at.readLink("first")).toEqual({
      ...{ server: { id: server.id, name: "First" }, version: "0.1.0", digest: items[0]?.digest },
      connection: "Local service",
    });
    const twin = await at.saveServer("First", { memory: createMapMemory() });
    expect(at.readLink("first").server).toEqual({ id: server.id, name: "First" });
    expect(at.readLink("first-2").server).toEqual({ id: twin.id, name: "First" });
    expect(readdirSync(at.path).sort()).toEqual(["first", "first-2"]);
  });

  test("leaves nothing behind after Escape", async () => {
    await using fixture = await at.openWindow({ answers: ["Second"] });
    await generateServer(fixture.app, { resource: documentUri });
    fixture.documents.folderAnswer = undefined;
    await saveCode(fixture.app, { node: serverNode(await at.findServer("Second")) });
    expect(readdirSync(at.path)).toEqual([]);
  });

  test("offers the folder that it has, and shows what changes there before it replaces files", async () => {
    const server = await at.saveServer("Third");
    at.write("third/server.mjs", "// mine\n");
    rmSync(join(at.path, "third/fairlead.json"));
    await using escaping = await at.openWindow({ answers: ["third", escapeAnswer] });
    await saveCode(escaping.app, { node: serverNode(server) });
    expect(at.read("third/server.mjs")).toBe("// mine\n");
    expect(escaping.prompts.questions).toEqual([
      "Save Third 0.1.0: Where to save the code?",
      expect.stringMatching(
        /^Replace the code in third with Third 0\.1\.0\?\nTools: no change\.\nFiles: 1 changed\.\nThe folder does not say .*\n\[Replace, Show Changes\]$/,
      ),
    ]);
    await using showing = await at.openWindow({ answers: ["third", "Show Changes"], actions: ["Replace"] });
    await saveCode(showing.app, { node: serverNode(server) });
    await showing.messages.waitFor("third has Third 0.1.0 now: 1 file changed.");
    const right = { name: "server.mjs", text: expect.stringContaining("import { serve }") };
    expect(showing.documents.compared).toEqual([
      { title: "third ↔ Third 0.1.0", pairs: [{ label: "server.mjs", left: at.uriOf("third/server.mjs"), right }] },
    ]);
    expect(at.read("third/server.mjs")).toContain("import { serve }");
    await using again = await at.openWindow({ answers: ["third"] });
    await saveCode(again.app, { node: serverNode(server) });
    expect(again.messages.shown).toEqual(["info: third already has the code of Third 0.1.0."]);
  });
});

describe("deploying a server that has a folder", () => {
  test("deploys what the folder has after one question, the same version again only when asked to, and goes back without its edits", async () => {
    const server = await at.saveServer("Edited");
    const node = serverNode(server);
    await using first = await at.openWindow({ answers: [anyway] });
    await goBack(first.app, { node });
    expect(first.messages.shown).toEqual(["info: No other version of Edited ran before."]);
    await deployServer(first.app, { node });
    await first.messages.waitFor("Deployed Edited 0.1.0.");
    at.write("edited/README.md", "mine\n");
    await using second = await at.openWindow({ answers: [anyway, "0.1.0"] });
    await deployServer(second.app, { node });
    await second.messages.waitFor("Deployed Edited 0.1.1.");
    await deployServer(second.app, { node: serverNode(await at.findServer("Edited")) });
    await second.messages.waitFor("Edited 0.1.1 is live already.");
    expect((await at.findServer("Edited")).latestVersion).toBe("0.1.1");
    await goBack(second.app, { node });
    await second.messages.waitFor("Deployed Edited 0.1.0, an earlier version (the latest is 0.1.1).");
    expect(second.prompts.questions).toEqual([
      expect.stringMatching(/^Deploy Edited 0\.1\.1\?\n/),
      "Go Back to an Earlier Version of Edited: Which version? 0.1.1 is live.",
    ]);
  });

  test("deploys the newest version where the folder has no edits", async () => {
    const server = await at.saveServer("Plain");
    await generateVersion(served.api, server.id, { version: "0.2.0" });
    await using fixture = await at.openWindow({ answers: [escapeAnswer] });
    await deployServer(fixture.app, { node: serverNode(server) });
    expect(fixture.prompts.questions).toEqual([expect.stringMatching(/^Deploy Plain 0\.2\.0\?\n/)]);
  });
});

describe("deploying a folder", () => {
  test("that was renamed, without the memory of this window, deploys its server", async () => {
    const server = await at.saveServer("Moved");
    renameSync(join(at.path, "moved"), join(at.path, "elsewhere"));
    at.write("elsewhere/README.md", "mine\n");
    const before = await at.countServers();
    await using fixture = await at.openWindow({ answers: [anyway], memory: createMapMemory() });
    await deployServer(fixture.app, { resource: at.uriOf("elsewhere") });
    await fixture.messages.waitFor("Deployed Moved 0.1.1.");
    expect(await at.countServers()).toBe(before);
    expect(fixture.prompts.questions).toEqual([expect.stringMatching(/^Deploy Moved 0\.1\.1\?\n/)]);
    expect(at.readLink("elsewhere")).toMatchObject({ server: { id: server.id }, version: "0.1.1", base: "0.1.0" });
    const files = await fixture.app.versions.list(served.api, server.artifactId ?? "", "0.1.1");
    expect(files.map(({ path }) => path)).not.toContain("fairlead.json");
  });

  test("of another connection asks, and makes another server only if the user wants that", async () => {
    await at.saveServer("Foreign");
    const link = at.readLink("foreign");
    const foreign = { ...link, server: { id: "srv_gone", name: "Foreign" }, connection: "Team" };
    at.write("foreign/fairlead.json", JSON.stringify(foreign));
    const before = await at.countServers();
    await using escaping = await at.openWindow({ answers: [escapeAnswer], memory: createMapMemory() });
    await deployServer(escaping.app, { resource: at.uriOf("foreign") });
    expect(escaping.prompts.questions).toEqual([
      "Deploy foreign: The folder belongs to Foreign of Team, and Local service is in use. What to deploy?",
    ]);
    expect([await at.countServers(), at.readLink("foreign")]).toEqual([before, foreign]);
    await using fixture = await at.openWindow({
      ...{ answers: ["New Server in Local service", "Another", anyway], memory: createMapMemory() },
    });
    await deployServer(fixture.app, { resource: at.uriOf("foreign") });
    await fixture.messages.waitFor("Deployed Another 0.1.0.");
    expect(at.readLink("foreign")).toMatchObject({
      ...{ server: { id: (await at.findServer("Another")).id, name: "Another" }, connection: "Local service" },
      version: "0.1.0",
    });
  });

  test("through the connection that it names, after the user switches to it", async () => {
    await at.saveServer("Shared");
    at.write("shared/fairlead.json", JSON.stringify({ ...at.readLink("shared"), connection: "Team" }));
    await using fixture = await at.openWindow({ answers: ["Team", escapeAnswer], memory: createMapMemory() });
    const { connections } = fixture.app;
    await connections.add({ baseUrl: served.service.url, key: served.service.firstKey ?? "" }, "Team");
    await connections.useLocal();
    await deployServer(fixture.app, { resource: at.uriOf("shared") });
    expect(fixture.prompts.questions.at(-1)).toMatch(/^Deploy Shared 0\.1\.0\?\n/);
    expect(connections.active()?.name).toBe("Team");
  });

  test("that was linked by its path gets a fairlead.json, and one that cannot be read deploys nothing", async () => {
    const server = await at.saveServer("Linked");
    rmSync(join(at.path, "linked/fairlead.json"));
    await using fixture = await at.openWindow({ answers: [anyway] });
    await deployServer(fixture.app, { resource: at.uriOf("linked") });
    await fixture.messages.waitFor("Deployed Linked 0.1.0.");
    expect((await at.findServer("Linked")).latestVersion).toBe("0.1.0");
    expect(at.readLink("linked")).toMatchObject({ server: { id: server.id }, version: "0.1.0" });
    at.write("linked/fairlead.json", "{");
    await expect(deployServer(fixture.app, { resource: at.uriOf("linked") })).rejects.toThrow(
      "The fairlead.json of linked cannot be read: it is not JSON.",
    );
  });
});
