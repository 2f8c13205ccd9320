import { describe, expect, test } from "vitest";
import type { RegistryVersion } from "../../../../../src/contract/registry.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { compareArtifact } from "../../../../../src/extension/registry/commands/compareArtifact.ts";
import {
  createVersionReader,
  findRegistryVersion,
} from "../../../../../src/extension/registry/model/createVersionReader.ts";
import { createVersionFiles } from "../../../../../src/extension/registry/model/versionFiles.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { compareVersionTools } from "../../../../../src/surface/versionReader.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { addVersionWithTool, generatePetVersion } from "../../../../support/servers/changingTools.ts";
import { createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

let server: Server;
const served = await useServedService();
const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Pets" });
server = await generatePetVersion(served.api, requireValue(await readServer(served.api, id)), {});
server = await generatePetVersion(served.api, server, { hasDelete: false });
const description = "How many [pets](http://example.com).";
const limit = { name: "limit", in: "query", description, schema: { type: "integer" } };
server = await generatePetVersion(served.api, server, { hasDelete: false, parameters: [limit] });

async function versionNode(owner: Server, version: string): Promise<TreeNode> {
  const artifactId = requireValue(owner.artifactId ?? undefined);
  const found = requireValue(await findRegistryVersion(served.api, artifactId, version));
  const artifact = { id: artifactId, kind: "server", name: owner.name, ownerId: owner.id } as const;
  return { kind: "version", version: found, artifact, live: false };
}

async function compared(target: CommandTarget, ...answers: ScriptedAnswer[]) {
  await using fixture = await createCommandFixture(served, { answers: [...answers, "Tools"] });
  await compareArtifact(fixture.app, target);
  return {
    shown: fixture.documents.shown.map((text) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))),
    messages: fixture.messages.shown,
    questions: fixture.prompts.questions,
  };
}

describe("comparing the tools of versions", () => {
  test("shows what is breaking and what is compatible, the older version first, in whatever order they are selected", async () => {
    const nodes = [await versionNode(server, "0.1.2"), await versionNode(server, "0.1.0")];
    const { shown, questions } = await compared({ ...(nodes[0] && { node: nodes[0] }), nodes });
    expect(shown).toEqual([
      [
        "Pets 0.1.0 → 0.1.2.md: # Tools of Pets: 0.1.0 → 0.1.2",
        "",
        "## Breaking: calls that worked may fail, or get what they do not expect (1)",
        ...["", "### removePets (DELETE /pets)", "", "- The tool is gone.", ""],
        "## Compatible (1)",
        ...["", "### listPets (GET /pets)", "", "- input.limit is new.", ""],
      ].join("\n"),
    ]);
    expect(questions).toEqual(["Compare Versions: Compare what?"]);
  });

  test("of one version asks for the other one, and says that the tools are the same where they are", async () => {
    const { shown } = await compared({ node: await versionNode(server, "0.1.2") }, "0.1.1");
    expect(shown[0]).toContain("- input.limit is new.");
    const same = await generatePetVersion(served.api, server, { hasDelete: false });
    const again = await compared({ node: await versionNode(same, "0.1.3") }, "0.1.1");
    expect(again.shown[0]).toContain("The tools are the same.");
  });

  test("from the palette asks for a server, both versions, and what to compare", async () => {
    const { shown, questions } = await compared({}, "Pets", "0.1.1", "0.1.0");
    expect(shown[0]).toContain("# Tools of Pets: 0.1.0 → 0.1.1");
    expect(questions).toHaveLength(4);
  });

  test("of own code that has not run names what makes its tools known", async () => {
    const own = await createTinyServer(served, "Own", "healthy");
    await addVersionWithTool(served.api, own, "repeat");
    const { shown, messages } = await compared({ node: await versionNode({ ...own }, "0.1.1") });
    expect(shown).toEqual([]);
    expect(messages).toEqual([expect.stringContaining("info: The tools of Own 0.1.0 or 0.1.1 are not known.")]);
  });
});

const compare = async (
  { artifactId }: Server,
  [one, other]: readonly [string, string],
  change: Partial<RegistryVersion> = {},
) => {
  const id = requireValue(artifactId ?? undefined);
  const read = async (version: string) => ({
    ...requireValue(await findRegistryVersion(served.api, id, version)),
    ...change,
  });
  const reader = createVersionReader({ versions: createVersionFiles(), client: served.api, artifactId: id });
  return compareVersionTools(reader, await read(one), await read(other));
};

describe("the tools of versions with equal digests", () => {
  test("are compared, because another service may say the same digest of all versions", async () => {
    const changes = await compare(server, ["0.1.0", "0.1.1"], { digest: "sha256:1" });
    expect(changes).toMatchObject([{ severity: "breaking", kind: "toolRemoved", tool: "removePets" }]);
  });

  test("are the same where the files are, also if the tools of own code are not known", async () => {
    const own = await createTinyServer(served, "Own", "healthy");
    expect(await compare(own, ["0.1.0", "0.1.0"])).toEqual([]);
  });

  test("are not known where the service does not show the files", async () => {
    const own = await createTinyServer(served, "Hidden", "healthy");
    const id = requireValue(own.artifactId ?? undefined);
    const version = requireValue(await findRegistryVersion(served.api, id, "0.1.0"));
    const versions = { list: async () => [] };
    const reader = createVersionReader({ versions, client: served.api, artifactId: id });
    expect(await compareVersionTools(reader, version, version)).toBe(undefined);
  });
});
