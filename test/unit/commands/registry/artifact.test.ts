import { beforeAll, describe, expect, test } from "vitest";
import type { App, CommandHandler } from "../../../../src/commands/app.ts";
import { copyDigest } from "../../../../src/commands/registry/copyDigest.ts";
import { deployArtifact } from "../../../../src/commands/registry/deployArtifact.ts";
import { installArtifact } from "../../../../src/commands/registry/installArtifact.ts";
import { openArtifact } from "../../../../src/commands/registry/openArtifact.ts";
import { openVersionFile } from "../../../../src/commands/registry/openVersionFile.ts";
import { runCommand } from "../../../../src/commands/runCommand.ts";
import type { Artifact } from "../../../../src/contract/registry.ts";
import { toVersionedArtifact } from "../../../../src/core/registry/versionedArtifact.ts";
import type { CommandTarget } from "../../../../src/core/view/commandTarget.ts";
import type { TreeNode } from "../../../../src/core/view/nodes.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { publishTestSkill } from "../../../support/editor/skillFixture.ts";
import { addTinyVersion, createTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();
await addTinyVersion(served, await createTinyServer(served, "Tiny", "healthy"), "exitsAtOnce");
await publishTestSkill(served, "greeting", { "docs/more.md": "# More\n" });

async function artifactCalled(name: string): Promise<Artifact> {
  const { items } = await served.api.call("registry.artifacts", { q: name });
  const found = items.find((artifact) => [artifact.name, artifact.title].includes(name));
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

async function versionNode(name: string, expected: string): Promise<Extract<TreeNode, { kind: "version" }>> {
  const artifact = await artifactCalled(name);
  const { items } = await served.api.call("registry.versions", { id: artifact.id });
  const version = items.find((one) => one.version === expected);
  if (!version) throw new Error(`there is no ${name} ${expected}`);
  return { kind: "version", version, artifact: toVersionedArtifact(artifact), live: false };
}

/** Returns the target of the command that was run. */
async function runOn(command: CommandHandler, target: CommandTarget, ...answers: ScriptedAnswer[]) {
  await using fixture = await createCommandFixture(served, { answers });
  const ranCommands: unknown[] = [];
  const run: App["run"] = async (id, { node } = {}) => {
    ranCommands.push(id, node?.kind === "version" ? `${node.artifact.name} ${node.version.version}` : node?.kind);
  };
  await command({ ...fixture.app, run }, target);
  return { ranCommands, questions: fixture.prompts.questions, unusedAnswers: fixture.prompts.unusedAnswers };
}

describe("deploying from the registry", () => {
  test("deploys the clicked version", async () => {
    const { ranCommands } = await runOn(deployArtifact, { node: await versionNode("Tiny", "0.1.0") });
    expect(ranCommands).toEqual(["fairlead.server.deploy", "Tiny 0.1.0"]);
  });

  test("of an artifact asks for the version", async () => {
    const artifact = await artifactCalled("Tiny");
    const { ranCommands, questions } = await runOn(deployArtifact, { node: { kind: "artifact", artifact } }, "0.1.1");
    expect(ranCommands).toEqual(["fairlead.server.deploy", "Tiny 0.1.1"]);
    expect(questions).toEqual(["Deploy from the Registry: Which version?"]);
  });

  test("from the palette asks for a server and a version", async () => {
    const { ranCommands, questions } = await runOn(deployArtifact, {}, "Tiny", "0.1.0");
    expect(ranCommands).toEqual(["fairlead.server.deploy", "Tiny 0.1.0"]);
    expect(questions).toEqual([
      "Deploy from the Registry: Which artifact?",
      "Deploy from the Registry: Which version?",
    ]);
  });
});

describe("installing from the registry", () => {
  test("installs the clicked version, and asks for no version", async () => {
    const artifact = await artifactCalled("greeting");
    const expected = ["fairlead.skill.install", "greeting 0.1.0"];
    expect((await runOn(installArtifact, { node: await versionNode("greeting", "0.1.0") })).ranCommands).toEqual(
      expected,
    );
    expect(await runOn(installArtifact, { node: { kind: "artifact", artifact } })).toMatchObject({
      ranCommands: expected,
      questions: [],
    });
    expect((await runOn(installArtifact, {}, "greeting")).ranCommands).toEqual(expected);
  });
});

describe("a version's digest", () => {
  test("is copied from the clicked or the picked version", async () => {
    const node = await versionNode("Tiny", "0.1.0");
    await using fixture = await createCommandFixture(served, { answers: ["greeting"] });
    await copyDigest(fixture.app, { node });
    await copyDigest(fixture.app, {});
    const greeting = await versionNode("greeting", "0.1.0");
    expect(fixture.copied).toEqual([node.version.digest, greeting.version.digest]);
    expect(fixture.messages.shown[0]).toBe(`info: Copied the digest of Tiny 0.1.0: ${node.version.digest}`);
  });
});

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

describe("opening a file of a version", () => {
  test("opens the clicked file, read-only", async () => {
    await using fixture = await createCommandFixture(served);
    const { artifact } = await versionNode("greeting", "0.1.0");
    await openVersionFile(fixture.app, {
      node: { kind: "file", path: "docs/more.md", size: 7, version: "0.1.0", artifact },
    });
    expect(fixture.documents.shown).toEqual([
      expect.stringMatching(/^fairlead:\/version\/greeting\/0\.1\.0\/docs\/more\.md\?artifact=art_.*&version=0\.1\.0$/),
    ]);
  });

  test("asks for the file of a version, and from the palette also for artifact and version", async () => {
    await using fixture = await createCommandFixture(served, {
      answers: ["docs/more.md", "Tiny", "0.1.0", "server.mjs", escapeAnswer],
    });
    await openVersionFile(fixture.app, { node: await versionNode("greeting", "0.1.0") });
    await openVersionFile(fixture.app, {});
    await openVersionFile(fixture.app, { node: await versionNode("greeting", "0.1.0") });
    expect(fixture.documents.shown).toEqual([
      expect.stringContaining("/greeting/0.1.0/docs/more.md?"),
      expect.stringContaining("/Tiny/0.1.0/server.mjs?"),
    ]);
  });
});

describe("a large registry", () => {
  beforeAll(async () => {
    for (let number = 0; number < 101; number += 1) await publishTestSkill(served, `large-${number}`);
  });

  test("is searched on the service from the palette", async () => {
    const { ranCommands, questions } = await runOn(installArtifact, {}, "Search...", "greeting", "greeting");
    expect(ranCommands).toEqual(["fairlead.skill.install", "greeting 0.1.0"]);
    expect(questions.slice(1)).toEqual([
      "Install from the Registry: Text in its name, title or description []",
      'Install from the Registry: Which artifact of those that contain "greeting"?',
    ]);
  });

  test("is searched again if the first search finds nothing", async () => {
    const { ranCommands } = await runOn(installArtifact, {}, "Search...", "zebra", "Search...", "large-7", "large-77");
    expect(ranCommands).toEqual(["fairlead.skill.install", "large-77 0.1.0"]);
  });

  test("does nothing after Escape during a search", async () => {
    expect((await runOn(installArtifact, {}, "Search...", escapeAnswer)).ranCommands).toEqual([]);
  });
});

test("shows a message if nothing is published", async () => {
  const empty = await startServedService();
  try {
    await using fixture = await createCommandFixture(empty);
    await openArtifact(fixture.app, {});
    await installArtifact(fixture.app, {});
    expect(fixture.messages.shown).toEqual(["info: Nothing is published yet.", "info: No skill is published yet."]);
  } finally {
    await empty.close();
  }
});
