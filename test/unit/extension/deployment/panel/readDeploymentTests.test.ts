import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { readDeploymentTests } from "../../../../../src/extension/deployment/panel/readDeploymentFacts.ts";

test.each([
  ["the newest complete run", ["check", "second", "first"], "second"],
  ["a run of some cases where there is no other", ["check", "check2"], "check"],
  ["nothing where there is none", [], undefined],
])("the tests of a deployment are %s", async (_, ids, shown) => {
  const items = ids.map((id, index) => ({ id, partial: id.startsWith("check"), createdAt: `2026-01-0${9 - index}` }));
  const call = async (name: string, { id }: { readonly id: string }) =>
    name === "serverTestRuns.list" ? { items, nextCursor: null } : { id };
  const client = { call } as unknown as ServiceClient;
  const run = await readDeploymentTests(client, { serverId: "srv_1", digest: "d" }, new AbortController().signal);
  expect(run?.id).toBe(shown);
});
