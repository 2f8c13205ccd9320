import { describe, expect, test } from "vitest";
import type { LanguageModel, ModelMessage } from "../../../../../src/extension/profile/model/mapping/languageModels.ts";
import { fleet, mappedFleet } from "../../../../support/browser/mappingPage.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createMappingPanelFixture } from "../../../../support/panels/mappingPanelFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const fitting = {
  holder: ["ships"],
  fields: { id: ["pk"], name: ["moniker"], status: ["mood"], createdAt: ["times", "laid"] },
  states: { AFLOAT: "ready" },
};

/** A model that replies with one text after the other, and what it was sent. */
function createModel(...replies: readonly (object | string)[]) {
  const sent: (readonly ModelMessage[])[] = [];
  const model: LanguageModel = {
    id: "test/one",
    name: "Model One",
    async *send(messages) {
      sent.push(messages);
      const reply = replies[sent.length - 1] ?? "";
      yield typeof reply === "string" ? reply : JSON.stringify(reply);
    },
  };
  return { model, sent };
}

/** A model that replies when it is cancelled, and never before. */
function createWaitingModel() {
  const started = Promise.withResolvers<void>();
  const model: LanguageModel = {
    id: "test/slow",
    name: "Slow Model",
    async *send(_messages, signal) {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield JSON.stringify(fitting);
    },
  };
  return { model, started: started.promise };
}

async function createFixture(models: readonly LanguageModel[], answers: readonly ScriptedAnswer[]) {
  const panel = await createMappingPanelFixture(served, { models, answers });
  panel.ready();
  await panel.waitFor("models");
  return { ...panel, ask: () => panel.controller.onMessage({ type: "ask", changes: [] }) };
}

const question = "Send a sample of this answer to Model One?";

describe("a proposal of a language model", () => {
  test("is offered only where the editor has a model", async () => {
    await using without = await createFixture([], []);
    expect((await without.waitFor("models")).canAsk).toBe(false);
    await using panel = await createFixture([createModel().model], []);
    expect((await panel.waitFor("models")).canAsk).toBe(true);
  });

  test("is asked for after the user agrees, once for a connection and a model", async () => {
    const { model, sent } = createModel(fitting, fitting);
    await using panel = await createFixture([model], [true]);
    panel.ask();
    await panel.waitFor("proposal");
    await panel.waitFor("models", ({ working }) => working === null);
    panel.posted.length = 0;
    panel.ask();
    await panel.waitFor("proposal");
    expect([panel.questions, sent.length]).toEqual([[question], 2]);
  });

  test("sends nothing when the user does not agree, and asks again the next time", async () => {
    const { model, sent } = createModel(fitting);
    await using panel = await createFixture([model], [false, false]);
    panel.ask();
    await expect.poll(() => panel.questions).toEqual([question]);
    panel.ask();
    await expect.poll(() => panel.questions).toEqual([question, question]);
    expect([sent, panel.posted.filter(({ type }) => type === "proposal")]).toEqual([[], []]);
  });

  test("lets the user pick one of several models; Escape asks none", async () => {
    const [one, two] = [createModel(fitting), createModel(fitting)];
    const other = { ...two.model, id: "test/two", name: "Model Two" };
    await using panel = await createFixture([one.model, other], [escapeAnswer, "Model Two", true]);
    panel.ask();
    await expect.poll(() => panel.questions.length).toBe(1);
    panel.ask();
    const { proposal } = await panel.waitFor("proposal");
    expect([proposal.model, one.sent.length, two.sent.length]).toEqual(["Model Two", 0, 1]);
    expect(panel.questions.at(-1)).toBe("Send a sample of this answer to Model Two?");
  });

  test("holds the lines that the answer bears out, which are read before they are taken", async () => {
    const { model } = createModel(fitting);
    await using panel = await createFixture([model], [true]);
    panel.ask();
    const { proposal } = await panel.waitFor("proposal");
    expect(proposal).toMatchObject({ model: "Model One", dropped: [] });
    expect(proposal.lines.map(({ text }) => text)).toEqual([
      "The list of items is ships",
      "Name is moniker",
      "State is mood",
      "Created At is times > laid",
      "AFLOAT means ready",
    ]);
    const changes = proposal.lines.map(({ change }) => change);
    const shown = await panel.read([], changes);
    expect(shown.columns.map(({ isProposed }) => isProposed)).toEqual([true, false, true, true]);
    expect(shown.rows[0]?.cells.map((cell) => cell?.text)).toEqual([
      ...["Weather Tools", "s-101", "ready", "2026-11-20T08:15:00.000Z"],
    ]);
  });

  test("saves nothing by itself", async () => {
    const { model } = createModel(fitting);
    await using panel = await createFixture([model], [true]);
    const before = panel.profileStore.read();
    panel.ask();
    const { proposal } = await panel.waitFor("proposal");
    await panel.read(
      [],
      proposal.lines.map(({ change }) => change),
    );
    expect(panel.profileStore.read()).toEqual(before);
    expect(panel.refreshed).toEqual([]);
  });

  test("builds on what the user has chosen", async () => {
    const { model } = createModel({ ...fitting, fields: { id: ["pk"], name: ["pk"] } });
    await using panel = await createFixture([model], [true]);
    panel.controller.onMessage({ type: "ask", changes: [...mappedFleet] });
    const { proposal } = await panel.waitFor("proposal");
    expect(proposal.lines.map(({ text }) => text)).toEqual(["AFLOAT means ready"]);
  });

  test("sends no key, token, host or other items than the first ones", async () => {
    const { model, sent } = createModel(fitting);
    await using panel = await createFixture([model], [true]);
    panel.ask();
    await panel.waitFor("proposal");
    const text = JSON.stringify(sent);
    const hidden = ["key_1", "flk_0123", new URL(panel.service.url).host, "someone"];
    expect(hidden.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain("moniker");
  });

  test("says what the model works on, and can be cancelled", async () => {
    const { model, started } = createWaitingModel();
    await using panel = await createFixture([model], [true]);
    panel.ask();
    await started;
    await panel.waitFor("models", ({ working }) => working === "Slow Model");
    panel.posted.length = 0;
    panel.controller.onMessage({ type: "cancel" });
    await panel.waitFor("models", ({ working }) => working === null);
    expect(panel.posted.filter(({ type }) => type === "proposal")).toEqual([]);
    expect(panel.readMessages()).toEqual([]);
  });

  test("ends when the panel is closed", async () => {
    const { model, started } = createWaitingModel();
    await using panel = await createFixture([model], [true]);
    panel.ask();
    await started;
    panel.controller.dispose();
    await panel.app.readWithProfile(panel.profileStore.read(), "servers.list", fleet);
    expect([panel.posted.filter(({ type }) => type === "proposal"), panel.readMessages()]).toEqual([[], []]);
  });

  test("that comes while the page is hidden is posted when it is visible again", async () => {
    const gate = Promise.withResolvers<void>();
    const model: LanguageModel = {
      id: "test/late",
      name: "Late Model",
      async *send() {
        await gate.promise;
        yield JSON.stringify(fitting);
      },
    };
    await using panel = await createFixture([model], [true]);
    panel.ask();
    await panel.waitFor("models", ({ working }) => working === "Late Model");
    panel.controller.hide();
    panel.posted.length = 0;
    gate.resolve();
    panel.ready();
    expect((await panel.waitFor("proposal")).proposal.lines).toHaveLength(5);
    expect(panel.posted.filter(({ type }) => type === "proposal")).toHaveLength(1);
  });

  test.each([
    [
      "replies twice without JSON",
      createModel("I cannot do that.", "Sorry.").model,
      "Model One replied twice, but not with a proposal.",
    ],
    [
      "fails",
      {
        ...createModel().model,
        // biome-ignore lint/correctness/useYield: this model fails before its first part.
        async *send(): AsyncGenerator<string> {
          throw new Error("The quota is used up.");
        },
      },
      "The language model Model One gave no proposal: The quota is used up.",
    ],
  ] as const)("of a model that %s is a message, and the page goes on", async (_what, model, message) => {
    await using panel = await createFixture([model], [true]);
    panel.ask();
    await expect.poll(() => panel.readMessages()).toEqual([expect.stringContaining(message)]);
    await panel.waitFor("models", ({ working }) => working === null);
    expect((await panel.read(mappedFleet)).itemCount).toBe(3);
  });
});
