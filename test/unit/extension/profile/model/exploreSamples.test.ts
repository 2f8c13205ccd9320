import { expect, test } from "vitest";
import { connectToService } from "../../../../../src/dialect/connect.ts";
import { openConnectionProfile } from "../../../../../src/extension/connection/model/connectionProfile.ts";
import { exploreService } from "../../../../../src/extension/profile/model/exploreService.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { startJsonService } from "../../../../support/services/jsonService.ts";

test("a check reads again what has no sample in this window, because the questions are about samples", async () => {
  await using service = await startJsonService(({ path }) =>
    path === "/api/v1/me" ? { body: { uuid: "u-1", login: "someone" } } : undefined,
  );
  const memory = createMapMemory();
  const openWindow = () => openConnectionProfile(memory, "other", { writeDelayMs: 0 });
  const explore = async (learned: ReturnType<typeof openWindow>) => {
    const client = connectToService({ baseUrl: service.url, key: async () => "key", profileStore: learned });
    const options = { client, learned, signal: new AbortController().signal, now: Date.now, report: () => {} };
    const { called } = await exploreService(options);
    await Promise.all([client.close(), learned.flush()]);
    return called.includes("me.get");
  };
  const first = openWindow();
  expect([await explore(first), await explore(first)]).toEqual([true, false]);
  const second = openWindow();
  expect([second.evidence()["me.get"]?.outcome, second.samples()]).toEqual(["works", {}]);
  expect(await explore(second)).toBe(true);
  expect(second.samples()["me.get"]).toHaveLength(1);
});
