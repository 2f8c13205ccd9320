import { expect, onTestFinished, test } from "vitest";
import { createVersionFiles } from "../../../../../src/extension/registry/model/versionFiles.ts";
import { rowOf } from "../../../../../src/extension/workbench/nodes.ts";
import { createAccountSource } from "../../../../../src/extension/workbench/tree/createAccountSource.ts";
import { createTestUser, openTestWindow } from "../../../../support/editor/testWindow.ts";
import { startServedService } from "../../../../support/service/servedService.ts";

test.each([
  [30, ["fairlead.auditLog.show"]],
  [undefined, []],
])("a service that keeps its audit log for %j days has these rows for it: %j", async (auditDays, commands) => {
  const served = await startServedService(auditDays === undefined ? undefined : { auditDays });
  onTestFinished(() => served.close());
  using window = openTestWindow(createTestUser(served.service));
  const page = { filter: "", projectId: undefined, cursor: undefined, signal: new AbortController().signal };
  const source = createAccountSource(window.connections);
  const { nodes } = await source.roots({ ...page, client: served.api, versions: createVersionFiles() });
  const clicks = nodes.filter(({ kind }) => kind === "auditLog").map((node) => rowOf(node).click?.(node)?.command);
  expect(clicks).toEqual(commands);
});
