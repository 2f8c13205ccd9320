import { afterAll, beforeAll, expect, test } from "vitest";
import { checkCompatibility } from "../../../../src/commands/compatibility/checkCompatibility.ts";
import { runCommand } from "../../../../src/commands/runCommand.ts";
import { readLearnedProfile } from "../../../../src/core/compatibility/learnedProfile.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { createDisconnectedFixture } from "../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { startServedService } from "../../../support/service/servedService.ts";
import { startSimulatedService } from "../../../support/simulated/simulatedService.ts";
import { openTruth, type Truth } from "../../../support/simulated/truth/truth.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
let truth: Truth;
beforeAll(async () => {
  served = await startServedService();
  truth = await openTruth();
});
afterAll(async () => {
  await served.close();
  await truth.close();
});

/** A window connected to a service of another dialect. */
async function otherBench(given: Parameters<typeof createCommandFixture>[1] = {}) {
  const service = await startSimulatedService({ seed: 5, truth });
  const bench = await createCommandFixture(served, given);
  await bench.app.connections.add({ baseUrl: service.url, key: service.key }, "Other");
  return {
    ...{ ...bench, service },
    evidence: () => readLearnedProfile(bench.app.connections)?.evidence() ?? {},
    [Symbol.asyncDispose]: async () => {
      await bench.close();
      await service.close();
    },
  };
}

test("A check of a service that speaks in its own way reads all that was not seen, then opens the report", async () => {
  await using bench = await otherBench();
  await checkCompatibility(bench.app, {});
  expect(bench.ran).toEqual(["compatibility panel"]);
  expect(Object.keys(bench.evidence()).length).toBeGreaterThanOrEqual(24);
  expect(new Set(bench.service.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(bench.messages.shown).toEqual([]);
});

test("A check of a service that speaks the contract opens the report at once", async () => {
  await using bench = await createCommandFixture(served, { cancel: { title: "Checking compatibility" } });
  await checkCompatibility(bench.app, {});
  expect(bench.ran).toEqual(["compatibility panel"]);
  expect(bench.logged).toEqual([]);
});

test("A check that is cancelled shows what was seen until then", async () => {
  await using bench = await otherBench({ cancel: { title: "Checking compatibility", message: "organization.get" } });
  await checkCompatibility(bench.app, {});
  expect(bench.ran).toEqual(["compatibility panel"]);
  expect(Object.keys(bench.evidence())).not.toContain("registry.artifacts");
});

test("A check that did not see all says why", async () => {
  await using bench = await otherBench();
  await bench.service.close();
  await checkCompatibility(bench.app, {});
  expect(bench.ran).toEqual(["compatibility panel"]);
  expect(bench.messages.shown[0]).toContain("The compatibility report is not complete.");
  expect(bench.messages.shown[0]).toContain(new URL(bench.service.url).host);
});

test("A check asks for a connection first, and opens nothing where that is escaped", async () => {
  await using world = await createDisconnectedFixture(served, { answers: [escapeAnswer] });
  const opened: string[] = [];
  await checkCompatibility({ ...world.app, showCompatibility: () => void opened.push("panel") }, {});
  expect(opened).toEqual([]);
  expect(world.asked[0]).toContain("Switch Connection");
});

test("A check that cannot begin is said by the one wrapper", async () => {
  await using bench = await createCommandFixture(served, { actions: [] });
  const client = async () => {
    throw new Error("The service at 127.0.0.1:9 cannot be reached.");
  };
  await runCommand({ ...bench.app, client }, "fairlead.compatibility.check", checkCompatibility, {});
  expect(bench.messages.shown[0]).toContain("127.0.0.1:9 cannot be reached");
  expect(bench.ran).toEqual([]);
});
