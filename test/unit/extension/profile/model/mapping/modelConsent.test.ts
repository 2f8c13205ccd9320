import { describe, expect, test } from "vitest";
import { createConnectionProfiles } from "../../../../../../src/extension/connection/model/connectionProfiles.ts";
import type { LanguageModel } from "../../../../../../src/extension/profile/model/mapping/languageModels.ts";
import { chooseModel } from "../../../../../../src/extension/profile/model/mapping/modelConsent.ts";
import { createMapMemory } from "../../../../../support/editor/mapMemory.ts";
import { createScriptedPrompts, type ScriptedAnswer } from "../../../../../support/editor/scriptedPrompts.ts";

const createModel = (id: string): LanguageModel => ({
  ...{ id, name: `Model ${id}` },
  async *send() {
    yield "";
  },
});

function createFixture(answers: readonly ScriptedAnswer[], ...ids: readonly string[]) {
  const prompts = createScriptedPrompts(...answers);
  const parts = { prompts, models: { list: async () => ids.map(createModel) } };
  const profiles = createConnectionProfiles(createMapMemory());
  const connectionOf = (id: string, name: string) => ({ name, profileStore: profiles.of({ id, kind: "remote" }) });
  const harbour = connectionOf("c-1", "Harbour");
  const choose = async (connection = harbour) => (await chooseModel(parts, connection))?.id;
  return { prompts, parts, profiles, harbour, connectionOf, choose };
}

describe("the agreement to ask a language model", () => {
  test("is asked for once for a connection, and again for another one", async () => {
    const { choose, prompts, connectionOf } = createFixture([true, true], "a");
    expect(await choose()).toBe("a");
    expect(await choose()).toBe("a");
    expect(prompts.questions).toHaveLength(1);
    expect(await choose(connectionOf("c-2", "Depot"))).toBe("a");
    expect(prompts.questions).toHaveLength(2);
  });

  test("is asked for once for each model", async () => {
    const { choose, prompts } = createFixture(["Model a", true, "Model b", true, "Model a"], "a", "b");
    expect([await choose(), await choose(), await choose()]).toEqual(["a", "b", "a"]);
    expect(prompts.unusedAnswers).toEqual([]);
  });

  test("ends with its connection", async () => {
    const { choose, prompts, profiles, connectionOf } = createFixture([true, true], "a");
    await choose();
    await profiles.clear("c-1");
    expect(await choose(connectionOf("c-1", "Harbour"))).toBe("a");
    expect(prompts.questions).toHaveLength(2);
  });

  test("says what is sent, to which model, and what is masked", async () => {
    const { parts, harbour } = createFixture([], "a");
    const asked: string[] = [];
    const confirm = async ({ message, detail, action }: { message: string; detail: string; action: string }) => {
      asked.push(message, detail, action);
      return false;
    };
    expect(await chooseModel({ ...parts, prompts: { ...parts.prompts, confirm } }, harbour)).toBeUndefined();
    expect([asked[0], asked[2]]).toEqual(["Send a sample of this answer to Model a?", "Send Sample"]);
    for (const part of ["names of its fields", "e-mail addresses", "Other words of Harbour are sent as they are."])
      expect(asked[1]).toContain(part);
  });

  test("needs a model", async () => {
    const { choose, prompts } = createFixture([]);
    expect([await choose(), prompts.questions]).toEqual([undefined, []]);
  });
});
