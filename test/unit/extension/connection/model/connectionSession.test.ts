import { expect, test } from "vitest";
import { readSessionContext } from "../../../../../src/extension/connection/model/connectionSession.ts";
import { openTestWindow, startTestUser } from "../../../../support/editor/testWindow.ts";

test("a session says whether its service is the local one, and whether it implements the contract", async () => {
  await using user = await startTestUser();
  using window = openTestWindow(user);
  const { connections } = window;
  const read = () => Object.values(readSessionContext(connections.session()));
  expect(read()).toEqual(["none", false, false, false, false, false]);
  await connections.add({ baseUrl: user.service.url, key: user.service.issueKey("test") }, "Team");
  expect(read()).toEqual(["connected", false, true, false, expect.any(Boolean), false]);
  await connections.useLocal();
  expect(readSessionContext(connections.session())).toEqual({
    "fairlead.session": "connected",
    "fairlead.isLocal": true,
    "fairlead.isContract": true,
    "fairlead.withoutGrants": false,
    "fairlead.hasOneRunner": expect.any(Boolean),
    "fairlead.withoutConfinement": false,
  });
});

test("a session says that servers run in one way only where its service says so", async () => {
  await using user = await startTestUser();
  using window = openTestWindow(user);
  await window.connections.useLocal();
  const session = window.connections.session();
  if (session.kind !== "connected") throw new Error(session.kind);
  const read = (canChooseRunner: boolean) =>
    readSessionContext({ ...session, me: { ...session.me, canChooseRunner } })["fairlead.hasOneRunner"];
  expect([read(false), read(true)]).toEqual([true, false]);
});
