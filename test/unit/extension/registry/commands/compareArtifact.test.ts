import { describe, expect, test } from "vitest";
import type { ComparedSide } from "../../../../../src/extension/base/ports.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { compareArtifact } from "../../../../../src/extension/registry/commands/compareArtifact.ts";
import { getServerLinks } from "../../../../../src/extension/server/model/serverLinks.ts";
import { compareWithFolder } from "../../../../../src/extension/skill/commands/compareWithFolder.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import type { MapDocuments } from "../../../../support/editor/mapDocuments.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { createTinyFolder } from "../../../../support/servers/tinyFolder.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { createSkillText } from "../../../../support/skills/skillText.ts";

const picture = (...more: number[]) => Buffer.from([0x89, 0x50, 0, 0xff, ...more]);
const logo = (last: number) => ({ "logo.png": picture(last) });

const served = await useServedService();
const skill = await publishTestSkill(served, "greeting", { "old.md": "old", "same.md": "same" });
await publish({ "SKILL.md": createSkillText("greeting", "Second."), "same.md": "same", "new.md": "new", ...logo(1) });
await publish({ "SKILL.md": createSkillText("greeting", "Second."), "same.md": "same", "new.md": "new", ...logo(2) });

async function publish(contents: Readonly<Record<string, string | Buffer>>): Promise<void> {
  const files = Object.entries(contents).map(([path, content]) => {
    const encoding = typeof content === "string" ? ("utf8" as const) : ("base64" as const);
    return { path, encoding, content: typeof content === "string" ? content : content.toString("base64") };
  });
  await served.api.call("skill.update", { id: skill.id, files });
}

type VersionNode = Extract<TreeNode, { kind: "version" }>;

async function versionNode(requestedVersion: string): Promise<VersionNode> {
  const artifact = { id: skill.artifactId ?? "", kind: "skill", name: "greeting", ownerId: skill.id } as const;
  const { items } = await served.api.call("registry.versions", { id: artifact.id });
  const version = requireValue(items.find((one) => one.version === requestedVersion));
  return { kind: "version", version, artifact, live: false };
}

async function artifactNode(name: string): Promise<TreeNode> {
  const { items } = await served.api.call("registry.artifacts", { q: name });
  return { kind: "artifact", artifact: requireValue(items.find((one) => one.name === name)) };
}

/** The version of a side, or its text in place of a file. */
function sideText(side: ComparedSide): string | undefined {
  if (typeof side !== "string") return side?.text;
  return /^fairlead:\/version\/([^/]+)\//.exec(side)?.[1] ?? side;
}

const shownOf = ({ compared }: MapDocuments) =>
  compared.map(({ title, pairs }) => [
    title,
    ...pairs.map(({ label, left, right }) => [label, sideText(left), sideText(right)]),
  ]);

async function compared(target: CommandTarget, ...answers: ScriptedAnswer[]) {
  await using fixture = await createCommandFixture(served, { answers });
  await compareArtifact(fixture.app, target);
  return { shown: shownOf(fixture.documents), messages: fixture.messages.shown, questions: fixture.prompts.questions };
}

describe("comparing versions", () => {
  test("shows changed, added and removed files, with the older version on the left", async () => {
    const nodes = [await versionNode("0.1.1"), await versionNode("0.1.0")];
    const { shown, questions } = await compared({ ...(nodes[0] && { node: nodes[0] }), nodes });
    const [title, ...pairs] = shown[0] ?? [];
    expect(title).toBe("greeting 0.1.0 ↔ greeting 0.1.1");
    expect(pairs).toEqual([
      ["SKILL.md", "0.1.0", "0.1.1"],
      ["logo.png", undefined, expect.stringContaining("A binary file, which is not shown as text\n5 bytes")],
      ["new.md", undefined, "0.1.1"],
      ["old.md", "0.1.0", undefined],
    ]);
    expect(questions).toEqual([]);
  });

  test("distinguishes binary files by digest", async () => {
    const { shown } = await compared({ node: await versionNode("0.1.2") }, "0.1.1");
    expect(shown).toEqual([
      [
        "greeting 0.1.1 ↔ greeting 0.1.2",
        ["logo.png", expect.stringMatching(/sha256:/), expect.stringMatching(/sha256:/)],
      ],
    ]);
    const [, pair] = shown[0] ?? [];
    expect(pair?.[1]).not.toBe(pair?.[2]);
  });

  test("of one version asks for the other one, the previous one first", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["0.1.0"] });
    await compareArtifact(fixture.app, { node: await versionNode("0.1.1") });
    const offered = fixture.prompts.offered.flat();
    expect(offered.map(({ label, description }) => [label, /^newest/.test(description ?? "")])).toEqual([
      ["0.1.0", false],
      ["0.1.2", true],
    ]);
    expect(shownOf(fixture.documents)).toHaveLength(1);
  });

  test("of an artifact and from the palette asks for both", async () => {
    const node = await artifactNode("greeting");
    const title = "greeting 0.1.0 ↔ greeting 0.1.2";
    expect((await compared({ node }, "0.1.2", "0.1.0")).shown[0]?.[0]).toBe(title);
    expect((await compared({}, "greeting", "0.1.0", "0.1.2")).shown[0]?.[0]).toBe(title);
  });

  test("of a file compares only that file", async () => {
    const { artifact } = await versionNode("0.1.1");
    const node: TreeNode = { kind: "file", path: "SKILL.md", size: 1, version: "0.1.1", artifact };
    expect((await compared({ node }, "0.1.0")).shown).toEqual([
      ["greeting 0.1.0 ↔ greeting 0.1.1", ["SKILL.md", "0.1.0", "0.1.1"]],
    ]);
  });

  test("shows a message if there is only one version or no difference", async () => {
    await publishTestSkill(served, "alone");
    const { messages } = await compared({ node: await artifactNode("alone") });
    expect(messages).toEqual(["info: alone has one version only: there is none to compare it with."]);
    const { artifact } = await versionNode("0.1.1");
    const same: TreeNode = { kind: "file", path: "same.md", size: 4, version: "0.1.1", artifact };
    expect((await compared({ node: same }, "0.1.0")).messages).toEqual([
      "info: greeting 0.1.1 and greeting 0.1.0 are the same.",
    ]);
  });
});

describe("comparing a version with the workspace", () => {
  test("uses the skill's own folder", async () => {
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("greeting", { "same.md": "same", "old.md": "changed" });
    await compareWithFolder(fixture.app, { node: await versionNode("0.1.0") });
    expect(shownOf(fixture.documents)).toEqual([
      ["greeting 0.1.0 ↔ greeting", ["old.md", "0.1.0", `${folder}/old.md`]],
    ]);
  });

  test("asks for the folder of an unknown skill, and does nothing after Escape", async () => {
    await using fixture = await createSkillFixture(served, { answers: ["another", escapeAnswer] });
    fixture.source("another");
    const node = await versionNode("0.1.0");
    await compareWithFolder(fixture.app, { node });
    await compareWithFolder(fixture.app, { node });
    expect(fixture.prompts.questions[0]).toContain("Which folder to compare greeting with?");
    expect(fixture.documents.compared.map(({ title }) => title)).toEqual(["greeting 0.1.0 ↔ another"]);
  });

  test("asks for the folder of a server without one, and uses the one that it is linked with", async () => {
    const { artifactId, name, id } = await createTinyServer(served, "Foldless", "healthy");
    const version = requireValue((await served.api.call("registry.versions", { id: artifactId ?? "" })).items[0]);
    const artifact = { id: artifactId ?? "", kind: "server", name, ownerId: id } as const;
    const node: TreeNode = { kind: "version", version, artifact, live: false };
    await using fixture = await createCommandFixture(served);
    await compareWithFolder(fixture.app, { node });
    expect(fixture.documents.compared).toEqual([]);
    fixture.documents.folderAnswer = "file:///home/me/tiny";
    fixture.documents.folders.set("file:///home/me/tiny", createTinyFolder("healthy"));
    await compareWithFolder(fixture.app, { node });
    expect(fixture.messages.shown.at(-1)).toBe("info: tiny and Foldless 0.1.0 are the same.");
    await using linked = await createCommandFixture(served, { answers: ["Foldless"] });
    linked.documents.folders.set("file:///code", createTinyFolder("healthy", "healthy", { "new.md": "new" }));
    await getServerLinks(linked.app).saveFolder("file:///code", id);
    await compareWithFolder(linked.app, {});
    expect(shownOf(linked.documents)).toEqual([
      ["Foldless 0.1.0 ↔ code", ["new.md", undefined, "file:///code/new.md"]],
    ]);
  });
});
