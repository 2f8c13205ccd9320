import { expect, test } from "vitest";
import { openRawResponse } from "../../../../../src/extension/workbench/commands/openRawResponse.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const servers = {
  data: [
    { uuid: "s-1", title: "Weather", state: "active", mascot: { animal: "crab" } },
    { uuid: "s-2", title: "Tides", state: "active", mascot: { animal: "whale" } },
  ],
};

const shownOf = (fixture: Awaited<ReturnType<typeof createOtherServiceFixture>>) => {
  const [shown = ""] = fixture.documents.shown;
  const at = shown.indexOf(": ");
  return [shown.slice(0, at), JSON.parse(shown.slice(at + 2))];
};

test("an item of another service as JSON contains all fields of the response, also unknown ones, and only this item", async () => {
  await using fixture = await createOtherServiceFixture(served, { servers });
  const { items } = await fixture.client.call("servers.list", {});
  expect(items).toMatchObject([{ mascot: { animal: "crab" } }, { mascot: { animal: "whale" } }]);
  const [server] = items;
  if (!server) throw new Error("there is no server");
  await openRawResponse(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  expect(shownOf(fixture)).toEqual(["id s-1.json", servers.data[0]]);
});
