import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { deployVersion } from "../../../../../src/extension/server/commands/deployVersion.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

/** Counts how often the calls of a client wait for each other: one round is what runs at once. */
function countRounds(client: ServiceClient) {
  const state = { rounds: 0, pending: 0 };
  const counted: ServiceClient = {
    ...client,
    call: async (...call) => {
      if (state.pending === 0) state.rounds += 1;
      state.pending += 1;
      try {
        return await client.call(...call);
      } finally {
        state.pending -= 1;
      }
    },
  };
  return { state, counted };
}

test("a deployment reads at once what does not depend on each other, before it asks", async () => {
  const { server } = await deployTinyServer(served, await createTinyServer(served, "Planned", "healthy"));
  await addTinyVersion(served, server, "exitsAtOnce");
  await using fixture = await createCommandFixture(served, { answers: [escapeAnswer] });
  const { state, counted } = countRounds(served.api);
  await deployVersion(fixture.app, counted, server, "0.1.1");
  expect(fixture.prompts.questions).toEqual([expect.stringContaining("Deploy Planned 0.1.1?")]);
  // The code and its test runs are found by the digest of the version.
  expect(state.rounds).toBe(3);
});
