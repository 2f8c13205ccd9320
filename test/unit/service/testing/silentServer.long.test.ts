import { expect, onTestFinished, test } from "vitest";
import { startContractFixture } from "../../../contract/contractFixture.ts";
import { createCodeServer, serverCode, waitForRunEnd } from "../../../support/servers/codeServer.ts";
import { requireValue } from "../../../support/service/requireValue.ts";

test("a server that never answers fails within the time limit", async () => {
  const { client, close } = await startContractFixture();
  onTestFinished(close);
  const { id } = await createCodeServer(client, serverCode("raw = () => true;"));
  const started = await client.call("serverTestRuns.start", {
    id,
    cases: ["protocol:discover", "protocol:ping"],
    timeoutMs: 1000,
  });
  const run = await waitForRunEnd(client, started.id);
  expect(run.status).toBe("failed");
  for (const { status, message } of requireValue(run.cases))
    expect([status, message]).toEqual(["failed", "It did not end within 1 s."]);
});
