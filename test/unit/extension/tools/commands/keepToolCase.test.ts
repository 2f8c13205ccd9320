import { describe, expect, test } from "vitest";
import { openCaseFileServers } from "../../../../../src/extension/testing/model/caseFiles.ts";
import { keepToolCase } from "../../../../../src/extension/tools/commands/keepToolCase.ts";
import type { ToolCall } from "../../../../../src/extension/tools/model/runningToolCall.ts";
import { readServerCases } from "../../../../../src/testcases/readServerCases.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createCodeServer, serverCode, startServerTest } from "../../../../support/servers/codeServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const serverId = (await createCodeServer(served.api, serverCode())).id;

const call: ToolCall = {
  view: {
    ...{ id: "1", at: "2026-11-23T20:00:00.000Z", arguments: { a: 1, b: 2 }, state: "succeeded" },
    ...{ content: [{ kind: "text", text: "3" }], structured: { sum: 3 } },
  },
};
const caseFile = "file:///w/own/fairlead.tests.yaml";
const facts = ["The call succeeds", "The types of all values", "$.sum is 3"];

async function keep(
  answers: readonly ScriptedAnswer[],
  documents: Readonly<Record<string, string>> = {},
  fileAnswer?: string,
  kept = call,
) {
  const fixture = await createCommandFixture(served, { answers, documents });
  const { app } = fixture;
  const links = openCaseFileServers(app.memory, app.connections.scope() ?? "");
  for (const uri of Object.keys(documents)) {
    await links.save(uri, serverId);
    fixture.documents.folders.set(
      uri.slice(0, uri.lastIndexOf("/")),
      new Map([["fairlead.tests.yaml", Buffer.from(documents[uri] ?? "")]]),
    );
  }
  fixture.documents.fileAnswer = fileAnswer;
  const connection = app.connections.active()?.id ?? "";
  await keepToolCase(app, { server: { kind: "deployed", connection, id: serverId }, tool: "add" }, kept);
  await fixture.close();
  return { ...fixture, links };
}

describe("a call is kept", () => {
  test("in the case file of its server, and the case runs", async () => {
    const before = "cases:\n  - name: one # mine\n    tool: add\n";
    const { documents, messages } = await keep([facts, "adds"], { [caseFile]: before });
    const text = documents.texts.get(caseFile) ?? "";
    expect(text).toContain("name: one # mine");
    expect(readServerCases(text).cases[1]).toMatchObject({ name: "adds", tool: "add", arguments: { a: 1, b: 2 } });
    expect(documents.shown).toContain(caseFile);
    expect(messages.shown.at(-1)).toContain('fairlead.tests.yaml has the case "adds" now.');
    const suite = { path: "fairlead.tests.yaml", content: text };
    const run = await startServerTest(served.api, serverId, { suite, cases: ["case:adds"] });
    expect(run).toMatchObject({ status: "passed" });
    const broken = { ...suite, content: text.replace("equals: 3", "equals: 4") };
    const failed = await startServerTest(served.api, serverId, { suite: broken, cases: ["case:adds"] });
    expect(failed.cases?.[0]?.message).toContain("$.sum differs");
  });

  test("in a new file where the server has none, and the file is linked to it", async () => {
    const { documents, links } = await keep([facts, "adds"], {}, caseFile);
    expect(readServerCases(documents.texts.get(caseFile) ?? "").cases).toHaveLength(1);
    expect(links.serverOf(caseFile)).toBe(serverId);
  });

  test("with the status also where the user unticks it", async () => {
    const { documents } = await keep([["$.sum is present"], "adds"], {}, caseFile);
    expect(documents.texts.get(caseFile)).toContain("error: false");
  });
});

describe("a call that shows its HTTP request is kept", () => {
  const exchange = {
    ...{ method: "GET", url: "https://api.example/sum?key=***", requestHeaders: {}, ms: 1 },
    ...{ status: 200, responseHeaders: { "content-type": "text/plain" }, responseBody: { text: "3" } },
  };
  const recorded = "With the recorded answer of the API";
  const captured = (change: object = {}): ToolCall => ({
    view: { ...call.view, exchanges: [{ ...exchange, ...change }] },
  });
  const keepCaptured = async (answers: readonly ScriptedAnswer[], kept: ToolCall) => {
    const { documents } = await keep(answers, {}, caseFile, kept);
    return readServerCases(documents.texts.get(caseFile) ?? "").cases[0];
  };

  test("with the recorded answer of the API", async () => {
    expect(await keepCaptured([[...facts, recorded], "adds"], captured())).toMatchObject({
      expect: { json: [{ path: "$.sum", equals: 3 }] },
      upstream: [{ method: "GET", path: "/sum?key=***", status: 200, contentType: "text/plain", responseBody: "3" }],
    });
  });

  test("without it where the user unticks it", async () => {
    const kept = await keepCaptured([facts, "adds"], captured());
    expect([kept?.name, kept?.upstream]).toEqual(["adds", undefined]);
  });

  test("without it where the answer is not whole", async () => {
    const cut = captured({ responseBody: { text: "3", cutFrom: 70_000 } });
    await expect(keepCaptured([[...facts, recorded], "adds"], cut)).rejects.toThrow();
  });
});

describe("nothing is kept", () => {
  test("when the user cancels the question for the facts, the name or the file", async () => {
    for (const answers of [[escapeAnswer], [facts, escapeAnswer], [facts, "adds"]] as const) {
      const { documents, messages } = await keep(answers);
      expect([documents.texts.size, messages.shown]).toEqual([0, []]);
    }
  });

  test("in a case file that is not valid", async () => {
    await expect(keep([facts, "adds"], { [caseFile]: "cases:\n  - name: one\n" })).rejects.toThrow(
      "Correct the file first.",
    );
  });

  test("of a call without a result", async () => {
    const { app, close } = await createCommandFixture(served);
    const running: ToolCall = { view: { ...call.view, state: "cancelled", content: [] } };
    const subject = { server: { kind: "url", url: "http://x/mcp" }, tool: "add" } as const;
    await expect(keepToolCase(app, subject, running)).rejects.toThrow("there is nothing to keep");
    await close();
  });
});
