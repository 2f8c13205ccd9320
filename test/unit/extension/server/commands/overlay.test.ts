import { describe, expect, test } from "vitest";
import { generateServer } from "../../../../../src/extension/server/commands/generateServer.ts";
import { createPetDocument } from "../../../../support/documents/petDocument.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const uri = "file:///home/me/pets.yaml";
const overlayUri = "file:///home/me/pets.overlay.yaml";
const document = createPetDocument();
const served = await useServedService();

const createOverlay = (...actions: string[]) =>
  ["overlay: 1.0.0", "info: { title: Shape, version: 1.0.0 }", "actions:", ...actions, ""].join("\n");
const rename = "  - { target: \"$.paths['/pets'].get\", update: { x-mcp: { name: all-pets } } }";

async function generate(overlay: string, name = overlayUri) {
  const shown: unknown[] = [];
  await using fixture = await createCommandFixture(served, {
    documents: { [uri]: document, [name]: overlay },
    choose: ({ overlay: applied }) => {
      shown.push(applied);
      return {};
    },
  });
  await generateServer(fixture.app, { resource: uri });
  const [server] = (await served.api.call("servers.list", { limit: 1 })).items;
  return { server, shown, messages: fixture.messages.shown, problems: fixture.documents.problems };
}

async function readManifest(artifactId: string | null | undefined, version: string | null | undefined) {
  const { manifest } = await served.api.call("registry.artifact", { id: artifactId ?? "", version: version ?? "" });
  return manifest;
}

describe("a document with an overlay beside it", () => {
  test("becomes a server with the changes of the overlay, and its version names the digests of both", async () => {
    const { server, shown, messages, problems } = await generate(createOverlay(rename));
    expect(shown).toEqual(["pets.overlay.yaml"]);
    expect(messages).toEqual([
      "info: Generated Pets 0.1.0 with 3 tools. pets.overlay.yaml is applied. [Deploy, Open Code]",
    ]);
    expect(problems.get(overlayUri)).toEqual([]);
    const manifest = JSON.stringify(await readManifest(server?.artifactId, server?.latestVersion));
    const digest = '"sha256:[0-9a-f]{64}"';
    expect(manifest).toMatch(new RegExp(`"source":{"document":${digest},"overlay":${digest}}`));
  });

  test("may have its overlay in JSON", async () => {
    const json = JSON.stringify({
      overlay: "1.0.0",
      info: { title: "t", version: "1" },
      actions: [{ target: "$.paths['/orders']", remove: true }],
    });
    const { messages } = await generate(json, "file:///home/me/pets.overlay.json");
    expect(messages).toEqual([expect.stringContaining("with 2 tools. pets.overlay.json is applied.")]);
  });

  test("is generated with the warnings of the overlay at their places", async () => {
    const { messages, problems } = await generate(
      createOverlay(rename, "  - { target: \"$.paths['/cats']\", remove: true }"),
    );
    expect(messages).toEqual([expect.stringContaining("shows what was left out or assumed (1).")]);
    expect(problems.get(overlayUri)).toMatchObject([
      { severity: "warning", code: "overlay_target_unmatched", line: 4, column: 14 },
    ]);
    expect(problems.get(uri)).toEqual([]);
  });

  test("is rejected with an overlay that cannot be applied, because its fixed values would be missing", async () => {
    const before = (await served.api.call("servers.list", { limit: 200 })).items.length;
    const { messages, problems } = await generate(createOverlay("  - { target: info, remove: true }"));
    expect(messages).toEqual([
      expect.stringMatching(/^warning: pets\.overlay\.yaml cannot be used: "info" is no JSONPath.*\[Show Problems\]$/),
    ]);
    expect(problems.get(overlayUri)).toMatchObject([{ severity: "error", line: 3, column: 14 }]);
    expect((await served.api.call("servers.list", { limit: 200 })).items.length).toBe(before);
  });
});
