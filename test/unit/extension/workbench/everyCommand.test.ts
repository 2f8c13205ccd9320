import { afterAll, expect, test } from "vitest";
import { commandTable } from "../../../../src/extension/workbench/commandTable.ts";
import { runCommand } from "../../../../src/extension/workbench/runCommand.ts";
import { describeCommand, unreachable as failure, openWindow } from "../../../support/editor/describeCommand.ts";
import { createSkillFixture, publishTestSkill } from "../../../support/editor/skillFixture.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { createKeyedServer } from "../../../support/servers/keyedServer.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();
const tiny = await addTinyVersion(served, await createTinyServer(served, "Tiny", "healthy"), "legacyOnly");
const { server, deployment } = await deployTinyServer(served, tiny);
await createTinyServer(served, "Plain", "healthy");
await createKeyedServer(served, { name: "Keyed", origin: "https://pets.example.com/v1" });
const skill = await publishTestSkill(served, "greeting");
await served.api.call("apiKeys.create", { name: "CI", scopes: ["read"] });
await served.api.call("skillTestRuns.start", { id: skill.id, cases: ["links"] });

const onServer = { node: { kind: "server", server, live: undefined, latest: undefined } } as const;
const onDeployment = { node: { kind: "deployment", deployment, live: true, serverName: "Tiny" } } as const;
const onProject = { node: { kind: "project", project: served.project, selected: false } } as const;
const onSkill = { node: { kind: "skill", skill, source: undefined, copies: [] } } as const;

/** A window whose workspace has the skills `one` and `two`. */
const open: Parameters<typeof describeCommand>[0] = async (options) => {
  const fixture = await createSkillFixture(served, options);
  for (const name of ["one", "two"]) fixture.source(name);
  return fixture;
};

const idle = await openWindow(open);
afterAll(() => idle.close());

type Facts = Parameters<typeof describeCommand>[2];
/** A command, its first question from the palette, an answer to each question, and a row that answers the first one. */
type Command = readonly [Facts["name"], Facts["palette"]?, Facts["escape"]?, Facts["row"]?];

const deployed = ["Tiny 0.1.1"];
const onService: readonly Command[] = [
  // The account
  ["fairlead.account.editSettings"],
  ["fairlead.apiKey.create", undefined, ["Gone", ["read"], "90 days"]],
  ["fairlead.apiKey.revoke", "Revoke API Key: Which key?", ["CI", true]],
  ["fairlead.auditLog.show"],
  ["fairlead.grant.revoke"],
  ["fairlead.oauthConnection.disconnect"],
  ["fairlead.oauthConnection.open"],
  ["fairlead.organization.showUsage"],
  ["fairlead.organization.switch"],
  ["fairlead.compatibility.check"],
  // Projects
  ["fairlead.project.create", undefined, ["Never", "Money"]],
  ["fairlead.project.edit", "Edit Project Settings: Which project?", ["Default"], onProject],
  ["fairlead.project.open", "Open Project: Which project?", ["Default"], onProject],
  [
    "fairlead.project.select",
    "Select Project: Show servers, skills and deployments of which project?",
    ["Default"],
    onProject,
  ],
  // Servers
  ["fairlead.editAllowedHosts", "Allowed Hosts: Which server?", ["Tiny", "a.example.com"], onServer],
  ["fairlead.server.addCiWorkflow", "Add CI Workflow: Which server?", ["Tiny"], onServer],
  ["fairlead.server.copyToken", "Copy Runtime Token: Which server?", ["Tiny"], onServer],
  ["fairlead.server.copyUrl", "Copy MCP URL: Which server?", ["Tiny"], onServer],
  ["fairlead.server.create", undefined, ["Never made"]],
  ["fairlead.server.deploy", "Deploy a Server: Which server?", ["Plain", "Test and Deploy"]],
  ["fairlead.server.edit", "Edit Server Settings: Which server?", ["Tiny"], onServer],
  ["fairlead.server.editVariables", "Edit Variables: Which server?", ["Keyed", "API_KEY"]],
  ["fairlead.server.export", "Export: Which server?", ["Tiny", "Compose"], onServer],
  ["fairlead.server.runOn", "Run a Server On: Which server?", ["Tiny", "Process"], onServer],
  ["fairlead.server.saveCode", "Save Code to Folder: Which server?", ["Tiny"], onServer],
  ["fairlead.server.setLimits", "Set Limits: Which server?", ["Tiny", "512", "", "30"], onServer],
  ["fairlead.server.stop", "Stop a Server: Which server?", ["Tiny"]],
  ["fairlead.server.start"],
  ["fairlead.server.test", "Test a Server: Which server?", ["Tiny"], onServer],
  ["fairlead.server.useIn", "Use In: Which server?", ["Tiny", "Copy as JSON"], onServer],
  ["fairlead.tool.open", "Open Tool: Which server?", ["Tiny", "echo"]],
  ["fairlead.version.open", "Open Code: Which server?", ["Tiny"], onServer],
  // Deployments
  ["fairlead.deployment.deployAgain", "Deploy Again: Which deployment?", [...deployed, "Test and Deploy"]],
  ["fairlead.deployment.open", "Open Deployment: Which deployment?", deployed, onDeployment],
  ["fairlead.deployment.openLog", "Open Log: Which deployment?", deployed, onDeployment],
  ["fairlead.deployment.record", "Record Calls: Which deployment?", [...deployed, true]],
  ["fairlead.deployment.watch", "Watch Events: Which deployment?", deployed, onDeployment],
  // The registry
  ["fairlead.artifact.compare", "Compare Versions: Which server or skill?", ["Tiny", "0.1.0", "Files"]],
  ["fairlead.artifact.open", "Open a Version: Which server or skill?", ["Tiny"]],
  // Skills
  ["fairlead.skill.edit", "Edit Skill Settings: Which skill?", ["greeting"], onSkill],
  ["fairlead.skill.install", "Install a Skill: Which skill?", ["greeting", ["Claude Code"]], onSkill],
  ["fairlead.skill.open", "Open a Skill: Which skill?", ["greeting"], onSkill],
  ["fairlead.skill.publish", "Publish a Skill: Which folder?", ["one", ["SKILL.md"], "0.1.0"]],
  ["fairlead.skill.reconcile", "Update Copies of a Skill: Which skill?", ["greeting"]],
  ["fairlead.skill.test", "Test a Skill: Which skill?", ["one"]],
  ["fairlead.testRun.open", "Open Test Run or Evaluation: Of which server or skill?", ["greeting"]],
];
const withoutService: readonly Command[] = [
  ["fairlead.operation.run", "Run Operation: Its input opens first; nothing is sent yet.", ["me.get"]],
  ["fairlead.skill.create", undefined, ["never", "Does it. Use it.", ".claude/skills"]],
  ["fairlead.skill.portability", "Show Skill Compatibility: Which skill?", ["one"]],
  [
    "fairlead.model.configure",
    "Configure Model: Which model does the tasks of evals and answers triggers?",
    ["Anthropic", "https://a.example/v1", "small", "key"],
  ],
  ["fairlead.connection.switch", "Switch Connection: Which service does this workspace use?", ["Local service"]],
  ["fairlead.filter", "Filter: Which view?", ["Servers", "pets"]],
  [
    "fairlead.mcp.connect",
    "Connect to MCP Server: The URL of the server's MCP endpoint (Streamable HTTP), or a host that lists its servers. []",
    ["http://127.0.0.1:1/mcp", ""],
  ],
  ["fairlead.openGuide", "Fairlead Guide: What do you need?", ["Testing"]],
];
for (const [name, palette, answers, row] of onService)
  describeCommand(open, idle, { name, palette, escape: answers, row, failure });
for (const [name, palette, answers, row] of withoutService)
  describeCommand(open, idle, { name, palette, escape: answers, row });

test("the key's header cannot be chosen for the local service, whose dialect is known", async () => {
  const name = "fairlead.keyHeader.choose";
  await using fixture = await open({});
  await runCommand(fixture.app, name, commandTable[name].handler, { operation: "servers.list" });
  expect(fixture.messages.shown).toEqual([expect.stringContaining("knows the local service already")]);
});
