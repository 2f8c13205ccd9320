import { describe, expect, test } from "vitest";
import { revokeApiKey } from "../../../../../src/extension/account/commands/revokeApiKey.ts";
import { joinFolderPath } from "../../../../../src/extension/base/folderPath.ts";
import { consoleUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import {
  createChangeConfirmation,
  formatRequestPreview,
} from "../../../../../src/extension/connection/model/confirmChange.ts";
import { openConnectionProfile } from "../../../../../src/extension/connection/model/connectionProfile.ts";
import { sendOperation } from "../../../../../src/extension/console/commands/sendOperation.ts";
import { createProject } from "../../../../../src/extension/project/commands/createProject.ts";
import { readServerAuthorization } from "../../../../../src/extension/server/model/mcpServers.ts";
import { listInstallTargets } from "../../../../../src/extension/skill/model/installTargets.ts";
import { writeSkillCopy } from "../../../../../src/extension/skill/model/writeSkillCopy.ts";
import { runCommand } from "../../../../../src/extension/workbench/runCommand.ts";
import { createEvidence } from "../../../../support/dialect/learnedProfile.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import {
  createScriptedPrompts,
  escapeAnswer,
  type ScriptedAnswer,
} from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture } from "../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const preview = {
  ...({ operation: "projects.create", host: "api.example.com", method: "POST" } as const),
  url: "https://api.example.com/api/v1/projects?edition=3",
  headers: { accept: "application/json", authorization: "Bearer [key]" },
  body: { name: "New" },
};

function createConfirmation(answers: readonly ScriptedAnswer[], changesPreview: "unproven" | "never" = "unproven") {
  const prompts = createScriptedPrompts(...answers);
  const profile = openConnectionProfile(createMapMemory(), "c-1");
  const confirmChange = createChangeConfirmation({ prompts, settings: () => ({ changesPreview }) });
  return { prompts, profile, confirm: () => confirmChange(profile, preview) };
}

describe("a change whose operation is not known to work", () => {
  test("is shown as it is sent, with the reason for the question", async () => {
    const { prompts, confirm } = createConfirmation(["Send"]);
    expect(await confirm()).toBe(true);
    expect(prompts.questions).toEqual([
      [
        "Send this change to api.example.com?",
        "Fairlead has not yet changed anything in this way at api.example.com.",
        "",
        "POST https://api.example.com/api/v1/projects?edition=3",
        "accept: application/json",
        "authorization: Bearer [key]",
        "",
        "{",
        '  "name": "New"',
        "}",
        "[Send, Send All Without Asking]",
      ].join("\n"),
    ]);
  });

  test("is not sent after Escape, and asks again the next time", async () => {
    const { confirm } = createConfirmation([escapeAnswer, "Send"]);
    expect([await confirm(), await confirm()]).toEqual([false, true]);
  });

  test("is asked again after Send as long as nothing shows that it worked", async () => {
    const { profile, confirm, prompts } = createConfirmation(["Send", "Send"]);
    await confirm();
    profile.saveEvidence("projects.create", createEvidence({ outcome: "refused" }));
    await confirm();
    expect(prompts.unusedAnswers).toEqual([]);
  });

  test("is sent without a question once the operation has worked", async () => {
    const { profile, confirm, prompts } = createConfirmation([]);
    profile.saveEvidence("projects.create", createEvidence());
    expect([await confirm(), prompts.questions]).toEqual([true, []]);
  });

  test("is sent without a question if the setting says so", async () => {
    const { confirm, prompts } = createConfirmation([], "never");
    expect([await confirm(), prompts.questions]).toEqual([true, []]);
  });
});

describe("Send All Without Asking", () => {
  test("is remembered for the connection, until it is taken back", async () => {
    const { profile, confirm, prompts } = createConfirmation(["Send All Without Asking", "Send"]);
    expect([await confirm(), await confirm()]).toEqual([true, true]);
    expect([profile.asksBeforeChanges(), prompts.questions.length]).toEqual([false, 1]);
    await profile.setAsksBeforeChanges(true);
    await confirm();
    expect(prompts.questions).toHaveLength(2);
  });

  test("answers the questions that wait", async () => {
    const { confirm, prompts } = createConfirmation(["Send All Without Asking"]);
    expect(await Promise.all([confirm(), confirm(), confirm()])).toEqual([true, true, true]);
    expect(prompts.questions).toHaveLength(1);
  });

  test("is of one connection, survives a restart and goes with the connection", async () => {
    const memory = createMapMemory();
    const profile = openConnectionProfile(memory, "c-1");
    await profile.setAsksBeforeChanges(false);
    expect(openConnectionProfile(memory, "c-1").asksBeforeChanges()).toBe(false);
    expect(openConnectionProfile(memory, "c-2").asksBeforeChanges()).toBe(true);
    await profile.clear();
    expect([...memory.values]).toEqual([]);
  });
});

describe("the text of a preview", () => {
  test("is bounded", () => {
    const text = formatRequestPreview({ ...preview, body: { name: "n".repeat(5000), tags: Array(500).fill("tag") } });
    expect(text.split("\n")).toHaveLength(31);
    expect(text).toMatch(/\.\.\. and 4\d\d more lines$/);
    expect(text.length).toBeLessThan(2000);
  });

  test("has nothing that looks like a secret", () => {
    const headers = { "x-api-key": "sk_live_0123456789abcdef" };
    const text = formatRequestPreview({ ...preview, headers, body: { password: "hunter22" } });
    expect(text).not.toMatch(/sk_live|hunter22/);
  });

  test("ends with the headers where there is no body", () => {
    expect(formatRequestPreview({ ...preview, body: undefined })).toMatch(/authorization: Bearer \[key\]$/);
  });
});

describe("a command that changes something at another service", () => {
  const projects = { data: [{ id: "p-1", name: "Shop", created_at: "2025-01-01T00:00:00Z" }] };
  const made = { id: "p-2", name: "New", created_at: "2026-01-01T00:00:00Z" };
  const createFixture = (answers: readonly ScriptedAnswer[]) =>
    createOtherServiceFixture(
      served,
      { projects },
      {
        ...{ answers, showsChanges: true },
        answer: ({ method }) => (method === "POST" ? { status: 201, body: made } : undefined),
      },
    );
  const create = ({ app }: Awaited<ReturnType<typeof createFixture>>) =>
    runCommand(app, "fairlead.project.create", createProject, {});
  const changes = ({ service }: Awaited<ReturnType<typeof createFixture>>) =>
    service.requests.filter(({ method }) => method !== "GET").length;

  test("asks before the first one, sends nothing after Escape, and asks no more after it has worked", async () => {
    await using fixture = await createFixture(["New", "", escapeAnswer, "New", "", "Send", "New", ""]);
    await create(fixture);
    const { evidence } = fixture.profileStore;
    expect([changes(fixture), fixture.shown, evidence()["projects.create"]]).toEqual([0, [], undefined]);
    await create(fixture);
    await create(fixture);
    expect([changes(fixture), fixture.unusedAnswers, fixture.shown]).toEqual([2, [], []]);
    expect(fixture.questions[2]).toMatch(/^Send this change to 127\.0\.0\.1:\d+\?\n/);
    expect(fixture.questions.join("\n")).not.toContain("key_1");
  });

  test("of the operation console leaves no warning after Escape", async () => {
    await using fixture = await createFixture(["Run", escapeAnswer]);
    const uri = consoleUri("input", "projects.create");
    fixture.documents.texts.set(uri, JSON.stringify({ name: "New" }));
    await runCommand(fixture.app, "fairlead.operation.send", sendOperation, { resource: uri });
    expect([changes(fixture), fixture.shown, fixture.unusedAnswers]).toEqual([0, [], []]);
  });

  const revoking = (answers: readonly ScriptedAnswer[]) =>
    createOtherServiceFixture(
      served,
      {},
      { answers, showsChanges: true, answer: ({ method }) => (method === "DELETE" ? { status: 204 } : undefined) },
    );
  const revoke = ({ app }: Awaited<ReturnType<typeof createFixture>>) => {
    const apiKey = { id: "k-2", name: "CI", prefix: "flk_1" };
    return runCommand(app, "fairlead.apiKey.revoke", revokeApiKey, { node: { kind: "apiKey", apiKey, inUse: false } });
  };

  test("that cannot be undone has one question, after Escape nothing is sent, with its request until one has worked", async () => {
    await using fixture = await revoking([escapeAnswer, "Revoke", true]);
    await revoke(fixture);
    expect([changes(fixture), fixture.shown]).toEqual([0, []]);
    await revoke(fixture);
    await revoke(fixture);
    expect(fixture.questions.slice(1)).toEqual([
      expect.stringMatching(/^Revoke the API key "CI" .+ cannot be undone\.\n\nDELETE .+\[Revoke, Send All/s),
      'Revoke the API key "CI" (flk_1...)?',
    ]);
    expect([changes(fixture), fixture.unusedAnswers]).toEqual([2, []]);
  });

  test("that the console deletes has one question, every time", async () => {
    await using fixture = await revoking(["Run", "Run"]);
    const uri = consoleUri("input", "apiKeys.delete");
    fixture.documents.texts.set(uri, JSON.stringify({ id: "k-2" }));
    for (const expected of [1, 2]) {
      await runCommand(fixture.app, "fairlead.operation.send", sendOperation, { resource: uri });
      expect([changes(fixture), fixture.questions.length]).toEqual([expected, expected]);
    }
  });

  test("records installed files without a question, because the files are already there", async () => {
    await using files = await createSkillFixture(served);
    await using fixture = await createFixture([]);
    const [target] = listInstallTargets(files.app.folders.roots());
    if (!target) throw new Error("no target");
    const { client } = fixture;
    const order = {
      skill: { name: "greet", version: "1.0.0", digest: "d", files: [] },
      origin: { kind: "service", client, service: "Other", skillId: "s-1", artifactId: "a-1" } as const,
      plan: { write: [], remove: [], conflicts: [] },
      target: { ...target, folder: joinFolderPath(target.skills, "greet") },
    };
    // The service says no more than that it is done.
    await writeSkillCopy(files.app.folders, order, new AbortController().signal).catch(() => {});
    expect([changes(fixture), fixture.questions]).toEqual([1, []]);
  });

  test("fetches a token for an MCP client without a question, because it runs in the background", async () => {
    await using fixture = await createOtherServiceFixture(
      served,
      {},
      {
        showsChanges: true,
        answer: ({ path }) =>
          path === "/oauth/runtime/token" ? { body: { access_token: "tok_0123456789", expires_in: 60 } } : undefined,
      },
    );
    const server = { serverId: "s-1", label: "Shop", url: "https://shop.example/mcp", version: "1" };
    const credentials = async () => ({ clientId: "k-1", clientSecret: "key_1" });
    const { signal } = new AbortController();
    expect(await readServerAuthorization(fixture.client, server, credentials, signal)).toBe("Bearer tok_0123456789");
    expect(fixture.questions).toEqual([]);
  });
});
