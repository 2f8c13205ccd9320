import { describe, expect, test } from "vitest";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { generateServer } from "../../../../../src/extension/server/commands/generateServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const text = { type: "string" };
const tenant = { name: "Tenant-Id", in: "header", required: true, schema: text };
const account = { name: "AccountSid", in: "path", required: true, schema: text };

/** A document whose five operations have these parameters. */
function createDocument(
  title: string,
  parameters: readonly { readonly in: string; readonly name: string }[],
  more = {},
) {
  const prefix = parameters.map(({ in: location, name }) => (location === "path" ? `/x/{${name}}` : "")).join("");
  const paths = ["a", "b", "c", "d", "e"].map((name) => [`${prefix}/${name}`, { get: { parameters } }]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title, version: "1", ...more },
    servers: [{ url: "https://api.example.com" }],
    paths: Object.fromEntries(paths),
  });
}

const uri = "file:///home/me/api.json";
const newest = async () => requireValue((await served.api.call("servers.list", { limit: 1 })).items[0]);
const requirements = async () =>
  Object.fromEntries(
    ((await newest()).variables ?? [])
      .filter(({ name }) => !name.endsWith("_HOSTS") && name !== "API_BASE_URL")
      .map(({ name, required }) => [name, required]),
  );
type Options = NonNullable<Parameters<typeof createCommandFixture>[1]>;
const run = async (document: string, options: Options = {}) => {
  await using fixture = await createCommandFixture(served, { documents: { [uri]: document }, ...options });
  await generateServer(fixture.app, { resource: uri });
  return { questions: fixture.prompts.questions, shown: fixture.messages.shown, messages: fixture.messages };
};

describe("the constants of a server", () => {
  test("that are certain are no question: the result names them, and offers to change them", async () => {
    const { questions, shown } = await run(createDocument("Certain", [tenant]));
    expect(questions).toEqual([]);
    expect(shown).toEqual([
      "info: Generated Certain 0.1.0 with 5 tools. Tenant-Id is given once, for all tools: Deploy asks for it. [Deploy, Open Code, Change Constants...]",
    ]);
    expect(await requirements()).toEqual({ API_PARAMETER_TENANT_ID: true });
  });

  test("are one question where the default may be wrong, and the answer is kept for the next generation", async () => {
    const memory = createMapMemory();
    const document = createDocument("Asked", [account, tenant]);
    const first = await run(document, { answers: [["AccountSid"]], memory });
    expect(first.questions).toEqual(["Generate Server from OpenAPI: Which are given once? Deploy asks, tools do not."]);
    expect(await requirements()).toEqual({ API_PARAMETER_ACCOUNT_SID: true, API_PARAMETER_TENANT_ID: false });
    const second = await run(document, { answers: ["Generate again"], memory });
    expect(second.questions).toHaveLength(1);
    expect(second.shown).toEqual([expect.stringContaining("Asked is up to date")]);
  });

  test("stay as they were chosen when other operations are chosen, and the source has them for other windows", async () => {
    const memory = createMapMemory();
    const document = createDocument("Other", [account, tenant]);
    await run(document, { answers: [["AccountSid"]], memory });
    // Another window has no link to the document.
    expect((await newest()).source?.constants).toEqual({ AccountSid: true, "Tenant-Id": false });
    await run(document, { answers: ["Choose other operations..."], memory });
    expect(await requirements()).toEqual({ API_PARAMETER_ACCOUNT_SID: true, API_PARAMETER_TENANT_ID: false });
  });

  test("can be a credential that the document does not declare", async () => {
    const document = createDocument("Spoken", [], { description: "Send an access token." });
    await run(document, { answers: [["Authorization"]] });
    expect(await requirements()).toEqual({ AUTHORIZATION_API_KEY: true });
    await run(createDocument("Silent", [], { description: "Send an access token." }), { answers: [[]] });
    expect(await requirements()).toEqual({ AUTHORIZATION_API_KEY: false });
  });

  test("ask nothing and create nothing after Escape, and Back leads to the operations", async () => {
    const document = createDocument("Escaped", [account]);
    const { shown } = await run(document, { answers: [escapeAnswer] });
    expect(shown).toEqual([]);
    const chosen: unknown[] = [];
    const choose: Options["choose"] = (question) => {
      chosen.push(question.step);
      return {};
    };
    await run(document, { answers: [promptBack, escapeAnswer], choose });
    expect(chosen).toEqual([
      { number: 1, total: 2 },
      { number: 1, total: 2 },
    ]);
    expect((await newest()).name).not.toBe("Escaped");
  });

  test("change by generating again, which keeps the chosen operations", async () => {
    const memory = createMapMemory();
    const document = createDocument("Regenerated", [tenant]);
    await run(document, { memory });
    const { questions } = await run(document, { answers: ["Change Constants...", []], memory });
    expect(questions[1]).toContain("Constants of Regenerated: Which are given once?");
    expect(await requirements()).toEqual({ API_PARAMETER_TENANT_ID: false });
    await run(document, { answers: ["Change Constants...", escapeAnswer], memory });
    expect((await newest()).latestVersion).toBe("0.1.1");
    const plain = createDocument("Plain", []);
    const plainMemory = createMapMemory();
    await run(plain, { memory: plainMemory });
    await expect(run(plain, { answers: ["Change Constants..."], memory: plainMemory })).rejects.toThrow("is not among");
  });

  test("change by the action of the result, which generates another version", async () => {
    const document = createDocument("Changed", [tenant]);
    await using fixture = await createCommandFixture(served, {
      documents: { [uri]: document },
      answers: [[]],
      actions: ["Change Constants..."],
    });
    await generateServer(fixture.app, { resource: uri });
    await fixture.messages.waitFor("Generated Changed 0.1.1 with 5 tools.");
    expect(fixture.prompts.questions[0]).toContain("Constants of Changed: Which are given once?");
    expect(await requirements()).toEqual({ API_PARAMETER_TENANT_ID: false });
  });
});
