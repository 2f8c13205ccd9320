import { afterAll, expect, test } from "vitest";
import { checkCompatibility } from "../../../../../src/extension/profile/commands/checkCompatibility.ts";
import { readLearnedProfile } from "../../../../../src/extension/profile/model/learnedProfile.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startSimulatedService } from "../../../../support/simulated/simulatedService.ts";
import { openTruth } from "../../../../support/simulated/truth/truth.ts";

const served = await useServedService();
const truth = await openTruth();
afterAll(() => truth.close());

/** A window connected to a service of another dialect. */
async function createOtherFixture(given: Parameters<typeof createCommandFixture>[1] = {}) {
  const service = await startSimulatedService({ seed: 5, truth });
  const fixture = await createCommandFixture(served, given);
  await fixture.app.connections.add({ baseUrl: service.url, key: service.key }, "Other");
  return {
    ...{ ...fixture, service },
    evidence: () => readLearnedProfile(fixture.app.connections)?.evidence() ?? {},
    [Symbol.asyncDispose]: async () => {
      await fixture.close();
      await service.close();
    },
  };
}

test("a check of a service with another dialect calls all reading operations without evidence, then opens the report", async () => {
  await using fixture = await createOtherFixture();
  await checkCompatibility(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["service profile panel"]);
  expect(Object.keys(fixture.evidence()).length).toBeGreaterThanOrEqual(24);
  expect(new Set(fixture.service.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(fixture.messages.shown).toEqual([]);
});

test("a check of a service that implements the contract opens the report at once", async () => {
  await using fixture = await createCommandFixture(served, { cancel: { title: "Checking compatibility" } });
  await checkCompatibility(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["service profile panel"]);
  expect(fixture.logged).toEqual([]);
});

test("a cancelled check shows the results so far", async () => {
  await using fixture = await createOtherFixture({
    cancel: { title: "Checking compatibility", message: "organization.get" },
  });
  await checkCompatibility(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["service profile panel"]);
  expect(Object.keys(fixture.evidence())).not.toContain("registry.artifacts");
});

test("an incomplete check shows the reason", async () => {
  await using fixture = await createOtherFixture();
  await fixture.service.close();
  await checkCompatibility(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["service profile panel"]);
  expect(fixture.messages.shown[0]).toContain("The compatibility report is not complete.");
  expect(fixture.messages.shown[0]).toContain(new URL(fixture.service.url).host);
});
