import { beforeAll, describe, expect, test } from "vitest";
import type { Artifact } from "../../../../../src/contract/registry.ts";
import { openArtifact } from "../../../../../src/extension/registry/commands/openArtifact.ts";
import { toVersionedArtifact } from "../../../../../src/extension/registry/model/versionedArtifact.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { addTinyVersion, createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { startServedService } from "../../../../support/service/servedService.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
await addTinyVersion(served, await createTinyServer(served, "Tiny", "healthy"), "exitsAtOnce");
await publishTestSkill(served, "greeting", { "docs/more.md": "# More\n" });

async function artifactCalled(name: string): Promise<Artifact> {
  const { items } = await served.api.call("registry.artifacts", { q: name });
  return requireValue(items.find((artifact) => [artifact.name, artifact.title].includes(name)));
}

async function versionNode(name: string, expected: string): Promise<Extract<TreeNode, { kind: "version" }>> {
  const artifact = await artifactCalled(name);
  const { items } = await served.api.call("registry.versions", { id: artifact.id });
  const version = items.find((one) => one.version === expected);
  if (!version) throw new Error(`there is no ${name} ${expected}`);
  return { kind: "version", version, artifact: toVersionedArtifact(artifact), live: false };
}

describe("opening an artifact", () => {
  test("shows its instructions, files, manifest and versions", async () => {
    await using fixture = await createCommandFixture(served);
    await openArtifact(fixture.app, { node: { kind: "artifact", artifact: await artifactCalled("greeting") } });
    const [text = ""] = fixture.documents.shown;
    expect(text).toMatch(/^greeting 0\.1\.0\.md: # greeting 0&#46;1&#46;0\n/);
    for (const part of ["## SKILL.md", "name: greeting", "## Files", "docs/more&#46;md", "## Manifest", "## Versions"])
      expect(text).toContain(part);
    expect(text).toContain((await versionNode("greeting", "0.1.0")).version.digest?.replace(":", "&#58;"));
  });

  test("shows the clicked version", async () => {
    await using fixture = await createCommandFixture(served);
    await openArtifact(fixture.app, { node: await versionNode("Tiny", "0.1.0") });
    expect(fixture.documents.shown[0]).toMatch(/^Tiny 0\.1\.0\.md: /);
    expect(fixture.documents.shown[0]).not.toContain("the latest |");
  });

  test("from the palette asks for the artifact", async () => {
    await using fixture = await createCommandFixture(served, { answers: ["Tiny"] });
    await openArtifact(fixture.app, {});
    expect(fixture.documents.shown).toEqual([expect.stringMatching(/^Tiny 0\.1\.1\.md: /)]);
  });

  test("that no longer exists fails with a message", async () => {
    await using fixture = await createCommandFixture(served);
    const artifact = { ...(await artifactCalled("Tiny")), id: "art_gone" };
    await runCommand(fixture.app, "fairlead.artifact.open", openArtifact, { node: { kind: "artifact", artifact } });
    expect(await fixture.messages.waitFor("art_gone")).toMatch(/^error: .*There is no artifact "art_gone"/);
  });
});

test("a clicked file of a version opens, read-only", async () => {
  await using fixture = await createCommandFixture(served);
  const { artifact } = await versionNode("greeting", "0.1.0");
  await openArtifact(fixture.app, {
    node: { kind: "file", path: "docs/more.md", size: 7, version: "0.1.0", artifact },
  });
  expect(fixture.documents.shown).toEqual([
    expect.stringMatching(/^fairlead:\/version\/0\.1\.0\/greeting\/docs\/more\.md\?artifact=art_.*&version=0\.1\.0$/),
  ]);
});

describe("a large registry", () => {
  beforeAll(async () => {
    for (let number = 0; number < 101; number += 1) await publishTestSkill(served, `large-${number}`);
  });

  const open = async (...answers: ScriptedAnswer[]) => {
    await using fixture = await createCommandFixture(served, { answers });
    await openArtifact(fixture.app, {});
    return { shown: fixture.documents.shown, questions: fixture.prompts.questions };
  };

  test("is searched on the service from the palette", async () => {
    const { shown, questions } = await open("Search...", "greeting", "greeting");
    expect(shown).toEqual([expect.stringMatching(/^greeting 0\.1\.0\.md: /)]);
    expect(questions.slice(1)).toEqual([
      "Open a Version: Text in its name, title or description []",
      'Open a Version: Which server or skill of those that contain "greeting"?',
    ]);
  });

  test("is searched again if the first search finds nothing", async () => {
    const { shown } = await open("Search...", "zebra", "Search...", "large-7", "large-77");
    expect(shown).toEqual([expect.stringMatching(/^large-77 0\.1\.0\.md: /)]);
  });

  test("does nothing after Escape during a search", async () => {
    expect((await open("Search...", escapeAnswer)).shown).toEqual([]);
  });
});

test("shows a message if nothing is published", async () => {
  const empty = closeAfterTest(await startServedService());
  await using fixture = await createCommandFixture(empty);
  await openArtifact(fixture.app, {});
  expect(fixture.messages.shown).toEqual(["info: Nothing is published yet."]);
});
