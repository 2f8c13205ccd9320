import { beforeEach, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { promptBack } from "../../../../../src/extension/base/ports.ts";
import { setLimits } from "../../../../../src/extension/server/commands/runner/setLimits.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { namedRunners, withRunners } from "../../../../support/editor/namedRunners.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

let server: Server;
let number = 0;
const served = await useServedService();
beforeEach(async () => {
  number += 1;
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: `Weather ${number}` });
  server = await served.api.call("server.update", { id, limits: { memoryMb: 256 } });
});

const node = (one = server) => ({ kind: "server", server: one, live: undefined, latest: undefined }) as const;
const limits = async () => (await readServer(served.api, server.id))?.limits;
/** Answers for memory and processors, and keeps the other values. */
async function answer(...answers: readonly ScriptedAnswer[]) {
  await using fixture = await createCommandFixture(served, { answers: [...answers, ""] });
  await setLimits(fixture.app, { node: node() });
  expect(fixture.prompts.unusedAnswers).toEqual([]);
  return fixture;
}

test("the limits of a server are entered, with the current ones in the boxes", async () => {
  const { prompts, messages } = await answer("512", "0.5");
  expect(prompts.questions).toEqual([
    expect.stringMatching(/^Limits of Weather \d+: The most memory in MB.* \[256\]$/),
    expect.stringMatching(/^Limits of Weather \d+: The most processors.* \[\]$/),
    expect.stringMatching(/^Limits of Weather \d+: The minutes without calls after which .* it runs on\. \[\]$/),
  ]);
  expect(await limits()).toEqual({ memoryMb: 512, cpus: 0.5 });
  expect(messages.shown[0]).toContain(`Saved for ${server.name}: 512 MB of memory, 0.5 processors. It applies`);
});

const applied = ["memoryMb", "cpus"] as const;
test.each([
  { missing: applied, note: "limits of memory and processors have no effect." },
  { missing: ["memoryMb"], note: "a limit of memory has no effect." },
  { missing: ["cpus"], note: "a limit of processors has no effect." },
  { missing: [], note: undefined },
] as const)("the boxes and the message name limits without an effect: $missing", async ({ missing, note }) => {
  await using fixture = await createCommandFixture(served, { answers: ["512", "0.5", ""] });
  const isMissing = (name: string) => missing.some((one) => one === name);
  const runners = namedRunners.map((runner) => ({ ...runner, limits: applied.filter((name) => !isMissing(name)) }));
  const { app } = withRunners(fixture.app, runners);
  await setLimits(app, { node: node() });
  const [memory, processors] = fixture.prompts.questions;
  expect(memory?.includes("(Process), a limit of memory has no effect.")).toBe(isMissing("memoryMb"));
  expect(processors?.includes("(Process), a limit of processors has no effect.")).toBe(isMissing("cpus"));
  const [shown = ""] = fixture.messages.shown;
  expect(/Where it runs \(Process\), (.*? no effect\.)/.exec(shown)?.[1]).toBe(note);
});

test("an empty box is no limit, and Back keeps what was typed", async () => {
  const { messages } = await answer("512", promptBack, "", " 2 ");
  expect(await limits()).toEqual({ cpus: 2 });
  expect(messages.shown[0]).toContain("2 processors");
});

test("the same values change nothing", async () => {
  const { messages } = await answer("256", "");
  expect([await limits(), messages.shown]).toEqual([{ memoryMb: 256 }, []]);
});

test.each([
  ["memory", [["63"], ["1.5"], ["0x100"], ["1e3"]], "64 to 1048576"],
  ["processors", ["0", "-1", "1025", "half"].map((text) => ["256", text]), "0.01 to 1024"],
  ["minutes", ["0", "1.5", "10081", "soon"].map((text) => ["256", "", text]), "1 to 10080"],
])("other numbers for %s are refused", async (_, refused, range) => {
  for (const answers of refused) {
    await using fixture = await createCommandFixture(served, { answers });
    await expect(setLimits(fixture.app, { node: node() }), answers.at(-1)).rejects.toThrow(range);
  }
  expect(await limits()).toEqual({ memoryMb: 256 });
});

test("limits are set without a note where the runner applies them", async () => {
  await using fixture = await createCommandFixture(served, { answers: [server.name, "256", "2", ""] });
  const runners = namedRunners.map((runner) => ({ ...runner, limits: ["memoryMb" as const, "cpus" as const] }));
  const { app, updates } = withRunners(fixture.app, runners);
  await setLimits(app, {});
  expect(fixture.prompts.questions.join()).not.toContain("no effect");
  expect(updates).toEqual([{ id: server.id, limits: { memoryMb: 256, cpus: 2 } }]);
});

test("limits are not offered where the service has none", async () => {
  await using other = await createOtherServiceFixture(served, {
    servers: { data: [{ id: "s-1", name: "Weather", status: "ready" }] },
  });
  await setLimits(other.app, {});
  expect(other.shown).toEqual(["info: The service keeps no limits of its servers."]);
});

test("limits are not asked for a server of a service that keeps none", async () => {
  await using fixture = await createCommandFixture(served);
  const { app } = withRunners(fixture.app, namedRunners, { limits: undefined });
  await setLimits(app, { node: node() });
  expect(fixture.messages.shown).toEqual([`info: The service keeps no limits of ${server.name}.`]);
});

test("the minutes are saved, shown and removed again", async () => {
  await using fixture = await createCommandFixture(served, { answers: ["256", "", "30", "256", "", ""] });
  const run = async () => {
    const current = requireValue(await readServer(served.api, server.id));
    await setLimits(fixture.app, { node: node(current) });
    return (await readServer(served.api, server.id))?.stopWhenIdleMinutes;
  };
  expect(await run()).toBe(30);
  expect(fixture.messages.shown[0]).toContain("256 MB of memory, stops after 30 minutes without calls. It applies");
  expect(await run()).toBeNull();
});

test("minutes are not asked for where the service has none", async () => {
  await using fixture = await createCommandFixture(served, { answers: ["512", ""] });
  const { app, updates } = withRunners(fixture.app, namedRunners, { stopWhenIdleMinutes: undefined });
  await setLimits(app, { node: node() });
  expect(updates).toEqual([{ id: server.id, limits: { memoryMb: 512 } }]);
});
