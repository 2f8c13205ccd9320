import { expect, test } from "vitest";
import * as z from "zod";
import { readManifest } from "../../../support/readManifest.ts";

const rowItem = z.looseObject({
  command: z.string().optional(),
  group: z.string().default(""),
  when: z.string().default(""),
});
const { contributes } = z
  .looseObject({
    contributes: z.looseObject({
      menus: z.looseObject({ "view/item/context": z.array(rowItem), "fairlead.more": z.array(rowItem) }),
      views: z.looseObject({ fairlead: z.array(z.looseObject({ id: z.string() })) }),
    }),
  })
  .parse(readManifest());
const rowItems = contributes.menus["view/item/context"];
const viewIds = contributes.views.fairlead.map(({ id }) => id);

const serverStates = ["undeployed", "deploying", "starting", "running", "degraded", "stopped", "failed"];
/** Context values of the rows that have commands, each with all that it may have. */
const rowContexts = [
  ...serverStates.map((state) => `server.ready.${state}.account.hosts.runner.limits.variables.agents.code`),
  ...serverStates.map((state) => `deployment.${state}.live.hosts.runner.recordable`),
  ...["server", "skill", "unknown"].flatMap((kind) => [`artifact.${kind}.several`, `version.${kind}.live`]),
  ...["", ".source", ".source.update.installed", ".update.installed"].map((rest) => `skill.published${rest}`),
  ...["unpublished", "same", "older", "changed"].map((state) => `source.${state}`),
  ...["same", "missing", "changed", "elsewhere"].flatMap((state) => [
    `installation.${state}`,
    `installation.${state}.update`,
  ]),
  ...["ready", "signedOut", "failed"].flatMap((state) => [
    `connection.remote.${state}.active`,
    `connection.local.${state}`,
  ]),
  ...["project", "project.selected.runner", "testRuns", "testRun.failed", "file", "connections", "organization"],
  ...["usage", "apiKeys", "apiKey.inUse", "oauthConnection.active", "userSettings", "identity", "member", "metric"],
  ...["addedSkill.source", "problem", "tools", "tool.write", "versionTool.write", "mcpServer", "archived.server"],
  ...["variables.changed", "variable", "agents", "agentUse.changed", "artifacts.server", "mcpSkill"],
  ...["auditLog", "members", "oauthConnections", "grants", "grant"],
];

type RowItem = z.output<typeof rowItem>;
const isInline = ({ group }: RowItem) => group.startsWith("inline");
const isShown = ({ when }: RowItem, view: string, row: string) =>
  [...when.matchAll(/(view|viewItem) (==|=~) (\S+)/g)].every(([, key, operator, pattern = ""]) => {
    const value = key === "view" ? view : row;
    return operator === "==" ? value === pattern : new RegExp(pattern.slice(1, -1)).test(value);
  });
const countShown = (counted: readonly RowItem[]) =>
  viewIds.flatMap((id) =>
    rowContexts.map((row) => [id, row, counted.filter((item) => isShown(item, id, row)).length] as const),
  );

test("a row shows at most one icon, so that a click in the middle of a narrow row hits none", () => {
  const icons = countShown(rowItems.filter(isInline));
  expect(icons.some(([, , shown]) => shown === 1)).toBe(true);
  expect(icons.filter(([, , shown]) => shown > 1)).toEqual([]);
});

test("a server of which nothing was deployed offers no way back", () => {
  const more = contributes.menus["fairlead.more"].filter(({ command }) => command === "fairlead.server.goBack");
  const count = (row: string) => more.filter((item) => isShown(item, "fairlead.servers", row)).length;
  expect(["server.ready.running.code", "server.ready.undeployed.new.code"].map(count)).toEqual([1, 0]);
});

test("a server of own code is not generated again, because no document made it", () => {
  const items = [...rowItems, ...contributes.menus["fairlead.more"]].filter(
    (item) => item.command === "fairlead.server.generateAgain" && !isInline(item),
  );
  const count = (row: string) => items.filter((item) => isShown(item, "fairlead.servers", row)).length;
  expect(["server.ready.running.openapi.code", "server.ready.running.own.code"].map(count)).toEqual([1, 0]);
});

test.each(["fairlead.server.deploy", "fairlead.server.test"])(
  "%s is offered for each server with a version",
  (command) => {
    const items = rowItems.filter((item) => item.command === command && !isInline(item));
    const count = (row: string) => items.filter((item) => isShown(item, "fairlead.servers", row)).length;
    const rows = ["server.ready.undeployed.new.code", "server.ready.undeployed.new.version", "server.draft.draft.new"];
    expect(rows.map(count)).toEqual([1, 1, 0]);
  },
);

test("a row has at most ten entries in its menu, its submenus among them", () => {
  const entries = countShown(rowItems.filter((item) => !isInline(item)));
  expect(entries.some(([, , shown]) => shown > 8)).toBe(true);
  expect(entries.filter(([, , shown]) => shown > 10)).toEqual([]);
});

test("a row of each kind with a menu is among those of these tests", () => {
  const kinds = rowItems.flatMap(({ when }) => /viewItem =~ \/\^\(?([a-zA-Z]+)/.exec(when)?.[1] ?? []);
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !rowContexts.some((row) => row.startsWith(kind)))).toEqual([]);
});
