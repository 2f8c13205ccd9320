import { afterAll, expect, test } from "vitest";
import { startContractFixture } from "../../../contract/contractFixture.ts";
import { createCodeServer, serverCode, waitForRunEnd } from "../../../support/servers/codeServer.ts";

const fixture = await startContractFixture();
afterAll(() => fixture.close());

/** Starts three runs of one server at the same time, so that they are queued. */
async function runs(code: string) {
  const { id: serverId } = await createCodeServer(fixture.client, code);
  const ids: string[] = [];
  for (const name of ["ping", "discover", "initialize"])
    ids.push((await fixture.client.call("serverTestRuns.start", { id: serverId, cases: [`protocol:${name}`] })).id);
  return { id: serverId, ended: await Promise.all(ids.map((runId) => waitForRunEnd(fixture.client, runId))) };
}

const { id, ended } = await runs(serverCode("delete methods.ping;"));
const other = await runs(serverCode());
const [first, second, third] = ended;

test("runs of one server are queued and listed newest first, in pages, without the runs of another server", async () => {
  expect((second?.startedAt ?? "") >= (first?.finishedAt ?? "none")).toBe(true);
  expect((third?.startedAt ?? "") >= (second?.finishedAt ?? "none")).toBe(true);
  const page = await fixture.client.call("serverTestRuns.list", { id, limit: 2 });
  expect(page.items.map((run) => run.id)).toEqual([third?.id, second?.id]);
  const rest = await fixture.client.call("serverTestRuns.list", { id, limit: 2, cursor: page.nextCursor ?? "" });
  expect([rest.items.map((run) => run.id), rest.nextCursor]).toEqual([[first?.id], null]);
  expect(page.items[0]).not.toHaveProperty("cases");
});

test("runs are found by version, digest and status, and not as a skill's run", async () => {
  const found = async (filter: object) => {
    const { items } = await fixture.client.call("serverTestRuns.list", { id, ...filter });
    return items.map((run) => run.id).sort();
  };
  const all = ended.map((run) => run.id).sort();
  expect(other.ended.map(({ status }) => status)).toEqual(["passed", "passed", "passed"]);
  expect(await found({ status: "failed" })).toEqual([first?.id]);
  expect(await found({ status: "passed" })).toEqual([second?.id, third?.id].sort());
  expect(await found({ version: "0.1.0" })).toEqual(all);
  expect(await found({ version: "9.9.9" })).toEqual([]);
  expect(await found({ digest: first?.digest })).toEqual(all);
  expect(await found({ digest: "sha256:none" })).toEqual([]);
  const request = fixture.client.call("skillTestRun.get", { id: first?.id ?? "" });
  await expect(request).rejects.toMatchObject({ code: "not_found" });
});
