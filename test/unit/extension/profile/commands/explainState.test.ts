import { describe, expect, test } from "vitest";
import { explainState } from "../../../../../src/extension/profile/commands/explainState.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const servers = {
  items: [
    { id: "s-1", name: "Shop", status: "Hibernating" },
    { id: "s-2", name: "Bank", status: "Pondering" },
  ],
};
const onServers = { operation: "servers.list", state: "Hibernating" } as const;

/** A service whose servers are in states that no table knows. */
async function createFixture(answers: readonly ScriptedAnswer[]) {
  const fixture = await createOtherServiceFixture(served, { servers }, { answers });
  await fixture.client.call("servers.list", {});
  return fixture;
}

describe("explaining what a state means", () => {
  test("of the report asks for the contract's state, and reads the service's word so", async () => {
    await using fixture = await createFixture(["ready"]);
    expect(fixture.profileStore.evidence()["servers.list"]?.states).toEqual(["Hibernating", "Pondering"]);
    await explainState(fixture.app, onServers);
    expect(fixture.questions).toEqual(["What Hibernating Means: Which state is it?"]);
    expect(fixture.profileStore.read().states).toEqual({ server: { Hibernating: "ready" } });
    expect(fixture.profileStore.origins().user).toContain('["states","server","Hibernating"]');
    expect(fixture.profileStore.evidence()["servers.list"]?.states).toEqual(["Pondering"]);
    const { items } = await fixture.client.call("servers.list", {});
    expect(items.map(({ status }) => status)).toEqual(["ready", { unknown: "Pondering" }]);
    expect(fixture.refreshed).toContain("fairlead.servers");
    expect(fixture.readMessages()).toEqual(["info: Hibernating of Other is read as ready. [Edit Profile]"]);
  });

  test("offers each state of the resource with plain words", async () => {
    await using fixture = await createFixture([escapeAnswer]);
    await explainState(fixture.app, onServers);
    expect(fixture.offered[0]?.map(({ label, description }) => `${label}: ${description}`)).toEqual([
      "draft: It has no generated version yet",
      "generating: A version is being generated",
      "ready: A version is generated and can be deployed",
      "failed: The generation failed",
    ]);
  });

  test("from the palette asks for the word first", async () => {
    await using fixture = await createFixture(["Pondering", "draft"]);
    await explainState(fixture.app, {});
    expect(fixture.profileStore.read().states).toEqual({ server: { Pondering: "draft" } });
  });

  test.each<[string, object, readonly ScriptedAnswer[]]>([
    ["the word", {}, [escapeAnswer]],
    ["the state", onServers, [escapeAnswer]],
  ])("changes nothing after Escape at %s", async (_what, target, answers) => {
    await using fixture = await createFixture(answers);
    await explainState(fixture.app, target);
    expect([fixture.profileStore.read().states, fixture.refreshed]).toEqual([undefined, []]);
  });

  test("says so if each state is known", async () => {
    await using fixture = await createOtherServiceFixture(served, {});
    await explainState(fixture.app, {});
    expect(fixture.readMessages()).toEqual(["info: Fairlead knows each state that Other has shown so far."]);
  });
});
