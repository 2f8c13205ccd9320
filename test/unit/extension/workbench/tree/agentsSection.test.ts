import { expect, test } from "vitest";
import { createVersionFiles } from "../../../../../src/extension/registry/model/versionFiles.ts";
import { createAccountSource } from "../../../../../src/extension/workbench/tree/createAccountSource.ts";
import { ViewTree } from "../../../../../src/extension/workbench/tree/viewTree.ts";
import { createViewFilters } from "../../../../../src/extension/workbench/viewFilters.ts";
import { formatTreeRows } from "../../../../support/editor/formatTreeRows.ts";
import { createTestUser, openTestWindow } from "../../../../support/editor/testWindow.ts";
import { exchangeCode, logIn } from "../../../../support/oauth/agentLogin.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

test("the section Agents lists who has access to which server, and says how the first one comes about", async () => {
  const window = openTestWindow(createTestUser(served.service));
  const { connections, memory } = window;
  await connections.add({ baseUrl: served.service.url, key: served.service.issueKey("Laptop") }, "Work");
  const filters = createViewFilters(memory);
  const source = createAccountSource(connections);
  const tree = new ViewTree({
    ...{
      view: "fairlead.account",
      source,
      connections,
      filters,
      memory,
      versions: createVersionFiles(),
      now: Date.now,
    },
  });
  const section = requireValue((await tree.children()).find((node) => node.kind === "grants"));
  expect(await tree.children(section)).toMatchObject([
    { kind: "note", label: "No agent has access", detail: expect.stringContaining("log in there") },
  ]);
  const server = await served.api.call("servers.create", { projectId: served.project.id, name: "Pet Shop" });
  const service = { url: served.service.url, key: requireValue(served.service.firstKey) };
  await exchangeCode(service, await logIn(service, `${service.url}/mcp/${server.id}`));
  tree.invalidate();
  await tree.refresh();
  expect(formatTreeRows(await tree.children(section))).toEqual(["Claude Code | Pet Shop · never used"]);
  tree.dispose();
  window[Symbol.dispose]();
});
