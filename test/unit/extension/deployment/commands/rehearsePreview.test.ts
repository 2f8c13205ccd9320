import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import type { Prompts } from "../../../../../src/extension/base/ports.ts";
import { rehearsePreview } from "../../../../../src/extension/deployment/commands/rehearsePreview.ts";
import { openCaseFileServers } from "../../../../../src/extension/testing/model/caseFiles.ts";
import { readServerCases } from "../../../../../src/testcases/readServerCases.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { startRehearsedServers } from "../../../../support/servers/rehearsedServers.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const servers = await closeAtEnd(startRehearsedServers(served));

const caseFile = "file:///w/pets/fairlead.tests.yaml";

/** Rehearses a preview, and keeps a call for each list of answers. */
async function rehearse(preview: Deployment, kept: readonly (readonly ScriptedAnswer[])[], cases?: string) {
  const fixture = await createCommandFixture(served, {
    answers: kept.flat(),
    actions: kept.map(() => "Keep as Test Case..."),
    ...(cases !== undefined && { documents: { [caseFile]: cases } }),
  });
  const { app, documents, messages } = fixture;
  documents.fileAnswer = caseFile;
  if (cases !== undefined) {
    const links = openCaseFileServers(app.memory, app.connections.scope() ?? "");
    await links.save(caseFile, preview.serverId ?? "");
    documents.folders.set("file:///w/pets", new Map([["fairlead.tests.yaml", Buffer.from(cases)]]));
  }
  const serverName = "Pets";
  await rehearsePreview(app, { node: { kind: "deployment", deployment: preview, live: false, serverName } });
  const isRehearsed = (text: string) => text.includes("Rehearsed ");
  await expect.poll(() => messages.shown.filter(isRehearsed).length).toBe(kept.length + 1);
  await fixture.close();
  const page = documents.shown.join().replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return { ...fixture, page, kept: readServerCases(documents.texts.get(caseFile) ?? "").cases };
}

const offers = "[Promote, Keep as Test Case...]";

describe("a preview is rehearsed", () => {
  test("with recorded calls, of which one that may change data becomes a case with the recorded answer of the API", async () => {
    const { live, preview } = await servers.prepare("Recorded");
    await servers.record(live, [
      ["get_pet", { id: 1 }],
      ["add_order", {}],
    ]);
    const before = servers.countPosts();
    const { messages, page, kept } = await rehearse(preview, [
      ["add_order", ["The call succeeds", "With the recorded answer of the API"], "orders"],
    ]);
    expect(messages.shown[0]).toBe(
      `warning: Rehearsed Pets 0.1.1: 1 same, 1 different, 0 failed, 0 not made. ${offers}`,
    );
    expect(kept).toMatchObject([{ tool: "add_order", name: "orders", upstream: [{ method: "POST" }] }]);
    expect(servers.countPosts()).toBe(before);
    expect(page).not.toContain("test case");
    expect(page).toMatch(/costs an agent about [\d,]+ tokens, as before/);
  });

  test("with the user's cases, of which one that differs can be kept with what the live version answers", async () => {
    const { preview } = await servers.prepare("Unrecorded");
    const cases = `cases:
  - name: Rex
    tool: get_pet
    arguments: { id: 2 }
  - name: recorded
    tool: add_order
    upstream:
      - request: { method: POST, path: /v1/orders }
        response: { status: 201, body: { id: 1 } }
`;
    const { messages, page, kept, prompts } = await rehearse(
      preview,
      [['get_pet Rex {"id":2}', ["The call succeeds", '$.tags[0].name is "old"'], "keeps names"]],
      cases,
    );
    expect(messages.shown[0]).toBe(
      `warning: Rehearsed Pets 0.1.1: 0 same, 3 different, 0 failed, 2 not made. ${offers}`,
    );
    expect(page).toContain("Called instead: 3 test cases.");
    // The case with recorded answers is one already.
    expect(prompts.offered[0]?.map(({ label }) => label)).toEqual([
      'get_pet Rex {"id":2}',
      'get_pet can be called {"id":0}',
    ]);
    expect(kept[2]).toMatchObject({ name: "keeps names", arguments: { id: 2 }, expect: { json: [{ equals: "old" }] } });
  });

  test("a case expects the value that differs without another click", async () => {
    const { live, preview } = await servers.prepare("Expected");
    await servers.record(live, [["get_pet", { id: 2 }]]);
    await using fixture = await createCommandFixture(served, {
      answers: ["get_pet", "names"],
      actions: ["Keep as Test Case..."],
    });
    fixture.documents.fileAnswer = caseFile;
    const pickMany: Prompts["pickMany"] = async ({ choices, picked }) =>
      (await choices).map(({ value }) => value).filter(picked);
    const app = { ...fixture.app, prompts: { ...fixture.prompts, pickMany } };
    await rehearsePreview(app, {
      node: { kind: "deployment", deployment: preview, live: false, serverName: "Pets" },
    });
    await fixture.messages.waitFor("has the case");
    const values = JSON.stringify(readServerCases(fixture.documents.texts.get(caseFile) ?? "").cases[0]?.expect.json);
    expect(values).toContain('{"path":"$.tags[0].name","equals":"old"}');
    expect(values).not.toContain('$.at","equals');
  });

  test("nothing is kept after Escape, and the message comes again", async () => {
    const { live, preview } = await servers.prepare("Escaped");
    await servers.record(live, [["get_pet", { id: 2 }]]);
    const { messages, kept } = await rehearse(preview, [[escapeAnswer], ["get_pet", escapeAnswer]]);
    expect(kept).toEqual([]);
    expect(messages.shown).toHaveLength(3);
  });

  test("a call is not kept where another recording has begun since", async () => {
    const { live, preview } = await servers.prepare("Replaced");
    await servers.record(live, [["get_pet", { id: 2 }]]);
    await using fixture = await createCommandFixture(served, {
      answers: ["get_pet"],
      actions: ["Keep as Test Case..."],
    });
    const { pick } = fixture.prompts;
    const replaceRecording: typeof pick = async (question) => {
      await served.api.changeRecording(live.id, false);
      await servers.record(live, [["get_pet", { id: 4 }]]);
      return pick(question);
    };
    const app = { ...fixture.app, prompts: { ...fixture.prompts, pick: replaceRecording } };
    await rehearsePreview(app, {
      node: { kind: "deployment", deployment: preview, live: false, serverName: "Pets" },
    });
    await fixture.messages.waitFor("no longer recorded as it was rehearsed");
  });

  test("one whose server is archived is not, and the message says so", async () => {
    const { server, preview } = await servers.prepare("Archived");
    await served.api.call("server.update", { id: server.id, archived: true });
    await using fixture = await createCommandFixture(served);
    await rehearsePreview(fixture.app, {
      node: { kind: "deployment", deployment: preview, live: false, serverName: "Pets" },
    });
    expect(fixture.messages.shown).toEqual(["info: The server of Pets 0.1.1 was archived or deleted."]);
  });
});
