import { expect, test } from "vitest";
import { readSessionContext } from "../../../../../src/extension/connection/model/connectionSession.ts";
import { openTestWindow, startTestUser } from "../../../../support/editor/testWindow.ts";

test("a session says whether its service is the local one, and whether it implements the contract", async () => {
  await using user = await startTestUser();
  using window = openTestWindow(user);
  const { connections } = window;
  const read = () => Object.values(readSessionContext(connections.session()));
  expect(read()).toEqual(["none", false, false, false]);
  await connections.add({ baseUrl: user.service.url, key: user.service.issueKey("test") }, "Team");
  expect(read()).toEqual(["connected", false, true, false]);
  await connections.useLocal();
  expect(readSessionContext(connections.session())).toEqual({
    "fairlead.session": "connected",
    "fairlead.isLocal": true,
    "fairlead.isContract": true,
    "fairlead.withoutConfinement": false,
  });
});
