import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createTestRunRegistry } from "../../../../src/service/testing/testRunRegistry.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { pollUntil } from "../../../support/pollUntil.ts";
import { useInMemoryService } from "../../../support/service/useInMemoryService.ts";

test("a case that has ended leaves no listener on its signal, which would keep its result in memory", async () => {
  const { context } = useInMemoryService();
  const registry = closeAfterTest(createTestRunRegistry(context));
  const signals: AbortSignal[] = [];
  const run = {
    id: "run_1",
    serverId: null,
    skillId: null,
    version: null,
    digest: "",
    partial: false,
    triggeredBy: "",
  };
  const cases = [{ id: "ping", name: "ping", kind: "protocol", location: null }];
  registry.start({
    run,
    cases,
    timeoutMs: undefined,
    plan: async () => ({
      cases,
      run: async (_, signal) => {
        signals.push(signal);
        return { status: "passed" };
      },
      mask: (text) => text,
      close: async () => {},
    }),
  });
  await pollUntil(
    async () => registry.store.cases("run_1", 0),
    ([first]) => first?.status === "passed",
  );
  expect(signals.map((signal) => getEventListeners(signal, "abort"))).toEqual([[]]);
});
