import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isTestRunFinished } from "../../../../../src/contract/testRuns.ts";
import { type ContractFixture, startContractFixture } from "../../../../contract/contractFixture.ts";
import { pollUntil } from "../../../../support/pollUntil.ts";
import type { TinyVariant } from "../../../../support/servers/tinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

describe("the protocol's checks of a server", () => {
  let fixture: ContractFixture;
  beforeAll(async () => {
    fixture = await startContractFixture();
  });
  afterAll(() => fixture.close());

  const runProtocolChecks = async (variant: TinyVariant) => {
    const { id } = await fixture.newServer(variant);
    const started = await fixture.client.call("serverTestRuns.start", { id, cases: ["protocol"] });
    return pollUntil(
      () => fixture.client.call("serverTestRun.get", { id: started.id }),
      ({ status }) => isTestRunFinished(status),
    );
  };

  test.each([
    ["legacyOnly", "2026-07-28"],
    ["modernOnly", "2025-11-25"],
  ] as const)(
    "skip the unsupported protocol version of a server that is %s, with the reason",
    async (variant, unspoken) => {
      const { cases } = await runProtocolChecks(variant);
      const skipped = requireValue(cases).filter(({ status }) => status === "skipped");
      expect(skipped.length).toBeGreaterThan(0);
      for (const { message } of skipped) expect(message).toContain(`does not support ${unspoken}`);
    },
  );

  test("report the process output of a server that exits at once", async () => {
    const run = await runProtocolChecks("exitsAtOnce");
    expect(run.status).not.toBe("passed");
    expect(JSON.stringify(run)).toContain("the database is locked");
  });
});
