import { expect, test } from "vitest";
import { startContractFixture } from "../../../../contract/contractFixture.ts";
import { createCodeServer, startServerTest } from "../../../../support/servers/codeServer.ts";
import { bundleEverythingServer } from "../../../../support/servers/everythingServer.ts";
import { stdioManifest } from "../../../../support/servers/stdioServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { runsProcesses } from "../../../../support/service/servedService.ts";

test("server-everything 2026.8.31 passes, and each skipped case has a true reason", async () => {
  const fixture = await startContractFixture();
  const docs = { "docs/instructions.md": "Try everything.\n" };
  const { id } = await createCodeServer(fixture.client, await bundleEverythingServer("streamableHttp"), docs);
  // One of its tools takes ten seconds by design and is not called.
  const smoke = ["get-sum", "get-structured-content", "toggle-simulated-logging"].map((name) => `smoke:${name}`);
  const run = await startServerTest(fixture.client, id, { cases: ["protocol", "schema", ...smoke] });
  await fixture.close();
  expect(run).toMatchObject({ status: "passed", summary: { failed: 0, errored: 0 } });
  const reasons = requireValue(run.cases).flatMap(({ status, id: one, message }) =>
    status === "skipped" ? [[one, message]] : [],
  );
  expect(Object.fromEntries(reasons)).toMatchObject({
    "protocol:discover": "The server does not support 2026-07-28, but it supports 2025-11-25, which is enough.",
    "smoke:get-sum": expect.stringContaining("The schema contains no value for a, b."),
    "smoke:toggle-simulated-logging": expect.stringContaining("Only tools with readOnlyHint are called"),
  });
  const passed = requireValue(run.cases)
    .filter(({ status }) => status === "passed")
    .map((one) => one.id);
  expect(passed).toEqual(
    expect.arrayContaining(["protocol:legacy-tools", "schema:get-sum", "smoke:get-structured-content"]),
  );
});

test("server-everything 2026.8.31 passes over its standard input and output too, in both eras", async () => {
  const fixture = await startContractFixture(runsProcesses);
  const files = { "docs/instructions.md": "Try everything.\n", "server.json": JSON.stringify(stdioManifest) };
  const { id } = await createCodeServer(fixture.client, await bundleEverythingServer("stdio"), files);
  const run = await startServerTest(fixture.client, id, {
    cases: ["protocol", "schema", "smoke:get-structured-content"],
  });
  await fixture.close();
  expect(run).toMatchObject({ status: "passed", summary: { failed: 0, errored: 0 } });
  const checks = requireValue(run.cases).filter((one) => one.id.startsWith("protocol:"));
  expect(checks.map(({ status }) => status)).toEqual(checks.map(() => "passed"));
});
