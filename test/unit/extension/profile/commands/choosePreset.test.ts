import { describe, expect, test } from "vitest";
import { choosePreset } from "../../../../../src/extension/profile/commands/choosePreset.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const projects = { data: [{ uuid: "p-1", title: "Shop" }] };

/** A service whose list of projects was read before. */
async function createFixture(answers: readonly ScriptedAnswer[]) {
  const fixture = await createOtherServiceFixture(served, { projects }, { answers });
  await fixture.client.call("projects.list", {});
  return fixture;
}

describe("choosing another preset", () => {
  test("asks by title, saves the preset as the user's fact, and checks the service again", async () => {
    await using fixture = await createFixture(["JSON:API"]);
    await choosePreset(fixture.app, {});
    expect(fixture.questions).toEqual(["Choose Another Preset: Which convention does Other follow?"]);
    expect(fixture.profileStore.read().preset).toBe("json-api");
    expect(fixture.profileStore.origins().user).toEqual(new Set(['["preset"]']));
    expect(fixture.ranCommands).toContain("fairlead.compatibility.check");
    expect(fixture.refreshed).toContain("fairlead.projects");
  });

  test("clears what the answers have shown, and what the user said stays", async () => {
    await using fixture = await createFixture(["Stripe"]);
    fixture.profileStore.replace({ ...fixture.profileStore.read(), states: { server: { UP: "ready" } } });
    expect(fixture.profileStore.read().operations["projects.list"]?.list).toEqual(["data"]);
    await choosePreset(fixture.app, {});
    expect(fixture.profileStore.read().operations["projects.list"]?.list).toBeUndefined();
    expect(fixture.profileStore.evidence()["projects.list"]).toBeUndefined();
    expect(fixture.profileStore.read().states).toEqual({ server: { UP: "ready" } });
  });

  test("offers Plain REST, and marks the preset in use", async () => {
    await using fixture = await createFixture(["Plain REST", escapeAnswer]);
    await choosePreset(fixture.app, {});
    expect(fixture.profileStore.read().preset).toBe("general");
    await choosePreset(fixture.app, {});
    const marked = fixture.offered[1]?.filter(({ description }) => description === "in use");
    expect(marked?.map(({ label }) => label)).toEqual(["Plain REST"]);
  });

  test("changes nothing after Escape", async () => {
    await using fixture = await createFixture([escapeAnswer]);
    const before = fixture.profileStore.read();
    await choosePreset(fixture.app, {});
    expect([fixture.profileStore.read(), fixture.ranCommands, fixture.refreshed]).toEqual([before, [], []]);
  });
});
