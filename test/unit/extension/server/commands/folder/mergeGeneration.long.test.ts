import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deployServer } from "../../../../../../src/extension/server/commands/deployServer.ts";
import { generateServer } from "../../../../../../src/extension/server/commands/generateServer.ts";
import { saveCode } from "../../../../../../src/extension/server/commands/saveCode.ts";
import {
  changedPetDocument,
  createFolderWorkspace,
  documentUri,
  type FolderWorkspace,
  serverNode,
} from "../../../../../support/editor/folderWorkspace.ts";
import { escapeAnswer } from "../../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";

let at: FolderWorkspace;
const served = await useServedService();
beforeEach(() => {
  at = createFolderWorkspace(served);
});
afterEach(() => at.close());

const anyway = "Deploy Without Tests";

describe("generating again", () => {
  test("keeps the edits of the folder, also those that were deployed, and shows before what changes", async () => {
    const server = await at.saveServer("Merged");
    at.write("merged/server.mjs", `// mine\n${at.read("merged/server.mjs")}`);
    await using deploying = await at.openWindow({ answers: [anyway] });
    await deployServer(deploying.app, { resource: at.uriOf("merged") });
    await deploying.messages.waitFor("Deployed Merged 0.1.1.");
    await using fixture = await at.generateAgain("Merge");
    expect(fixture.prompts.questions[1]?.split("\n")).toEqual([
      "Merge Merged 0.1.2 into merged?",
      "Tools: 1 new (removePets), 2 gone (addPet and listOrders), 1 changed (listPets).",
      expect.stringMatching(/^Files: \d changed, 1 removed\.$/),
      "Your edits stay: server.mjs.",
      "There are no conflicts.",
      "[Merge, Show Changes, Replace My Edits]",
    ]);
    expect(fixture.messages.shown).toEqual([
      expect.stringMatching(/^info: merged has Merged 0\.1\.2 now: \d files changed\. \[Deploy\]$/),
    ]);
    expect(at.read("merged/server.mjs")).toMatch(/^\/\/ mine\n/);
    expect(at.read("merged/tools/pets.mjs")).toContain("removePets");
    expect(existsSync(join(at.path, "merged/tools/orders.mjs"))).toBe(false);
    expect(at.readLink("merged")).toMatchObject({ server: { id: server.id }, version: "0.1.2" });
    expect(at.readLink("merged").base).toBeUndefined();
  });

  test("changes nothing in the folder after Escape, and offers the merge in the message", async () => {
    await at.saveServer("Left");
    const before = at.read("left/tools/pets.mjs");
    await using fixture = await at.generateAgain(escapeAnswer);
    expect(at.read("left/tools/pets.mjs")).toBe(before);
    expect(fixture.messages.shown).toEqual([
      expect.stringMatching(
        /^info: Generated Left 0\.2\.0 with 2 tools\..* The folder left does not have it yet\. \[Merge into Folder, Deploy, Open Code\]$/,
      ),
    ]);
  });

  test("replaces no edits when the version that they start from cannot be read now", async () => {
    await at.saveServer("Away");
    at.write("away/server.mjs", "// mine\n");
    await using generating = await at.generateAgain(escapeAnswer);
    await using fixture = await at.openWindow({ answers: ["away", "Replace"] });
    const { list } = fixture.app.versions;
    const versions: typeof fixture.app.versions = {
      ...fixture.app.versions,
      list: (client, id, version) =>
        version === "0.1.0" ? Promise.reject(new Error("the connection was lost")) : list(client, id, version),
    };
    const saving = saveCode({ ...fixture.app, versions }, { node: serverNode(await at.findServer("Away")) });
    await expect(saving).rejects.toThrow("the connection was lost");
    expect(fixture.prompts.questions).toHaveLength(1);
    expect(at.read("away/server.mjs")).toBe("// mine\n");
    expect(generating.prompts.questions).toHaveLength(2);
  });

  test("lists conflicts and opens them in the merge editor, and they are not deployed", async () => {
    await at.saveServer("Torn");
    const tools = "torn/tools/pets.mjs";
    at.write(tools, at.read(tools).replace(/name: "listPets",/, 'name: "listAllPets", // mine'));
    at.write(tools, at.read(tools).replaceAll(/description: ".*"/g, 'description: "mine"'));
    await using fixture = await at.generateAgain("Merge");
    expect(fixture.prompts.questions[1]).toMatch(
      /Conflicts: \d, in tools\/pets\.mjs\. They open in the merge editor\./,
    );
    expect(at.read(tools)).toMatch(/^<<<<<<< Yours$/m);
    const problems = fixture.documents.problems.get(at.uriOf(tools));
    expect(problems?.[0]).toMatchObject({ severity: "error", code: "merge_conflict" });
    expect(fixture.documents.shown[0]).toContain(`${at.uriOf(tools)}: `);
    expect(fixture.messages.shown[0]).toMatch(
      /^warning: Merged Torn 0\.2\.0 into torn, with \d conflicts? in tools\/pets/,
    );
    await using deploying = await at.openWindow({ actions: ["Show Conflict"] });
    await deployServer(deploying.app, { resource: at.uriOf("torn") });
    expect(deploying.messages.shown[0]).toMatch(
      /^error: torn was not deployed: tools\/pets\.mjs has an unresolved merge/,
    );
    expect((await at.findServer("Torn")).latestVersion).toBe("0.2.0");
  });

  test("asks before a deployment of the folder takes back what the new version changed", async () => {
    await at.saveServer("Newer");
    at.write("newer/README.md", "mine\n");
    await (await at.generateAgain(escapeAnswer)).close();
    await using fixture = await at.openWindow({ answers: [escapeAnswer] });
    await deployServer(fixture.app, { resource: at.uriOf("newer") });
    expect(fixture.prompts.questions[0]).toMatch(
      /^Newer has a newer version than newer\.\n.*\n\[Merge First, Deploy Anyway\]$/,
    );
    expect((await at.findServer("Newer")).latestVersion).toBe("0.2.0");
    await using merging = await at.openWindow({ answers: ["Merge First", "Merge"] });
    await deployServer(merging.app, { resource: at.uriOf("newer") });
    expect(at.readLink("newer").version).toBe("0.2.0");
    expect(at.read("newer/README.md")).toContain("mine\n");
  });

  test("asks again if the folder changed while the question was shown", async () => {
    await at.saveServer("Busy");
    at.write("busy/README.md", "mine\n");
    await using fixture = await at.openWindow({
      text: changedPetDocument,
      answers: ["Generate again", "Merge", "Merge"],
    });
    const { decide } = fixture.app.prompts;
    fixture.prompts.decide = async (question) => {
      const answer = await decide(question);
      mkdirSync(join(at.path, "busy/lib"), { recursive: true });
      at.write("busy/lib/own.mjs", "1\n");
      return answer;
    };
    await generateServer(fixture.app, { resource: documentUri });
    expect(fixture.prompts.questions.slice(1).map((question) => /Your edits stay: .*/.exec(question)?.[0])).toEqual([
      "Your edits stay: README.md.",
      "Your edits stay: README.md and lib/own.mjs.",
    ]);
    expect(at.read("busy/lib/own.mjs")).toBe("1\n");
  });
});
