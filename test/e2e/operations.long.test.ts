import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { type RecordingProxy, startRecordingProxy } from "../support/network/recordingProxy.ts";
import { createAccountServer } from "../support/oauth/accountServer.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service/serviceProcess.ts";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { createSurfaces, type Surfaces } from "./observed/surfaces.ts";
import { acceptCodeRun } from "./steps/acceptCodeRun.ts";
import { addConnection } from "./steps/addConnection.ts";
import { changeSettings } from "./steps/changeSettings.ts";
import { connectAccount } from "./steps/connectAccount.ts";
import { createFromTemplate } from "./steps/createFromTemplate.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { generateServer } from "./steps/generateServer.ts";
import { startMcpServer } from "./steps/mcpServers.ts";
import { publishSkill } from "./steps/publishSkill.ts";
import { switchOrganization } from "./steps/switchOrganization.ts";
import { writePetstore, writeSampleSkill } from "./support/workspaceFiles.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import type { OpenWindow } from "./window.ts";

const server = "Day counter";
const skill = "trim-lines";
const ann = "ann@example.com";

describe("every operation of the contract is called from its surface", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  let proxy: RecordingProxy;
  let at: Surfaces;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-operations-"));

  beforeAll(async () => {
    [editor, service] = await Promise.all([
      // A refresh while a context menu is open closes the relation between the menu and its row.
      startCleanEditor({ settings: { ...defaultThemeSettings, "fairlead.refreshSeconds": 3600 } }),
      startServiceProcess(["--data", data, "--organization", "Second"]),
    ]);
    proxy = await startRecordingProxy(service.hello?.url ?? "");
    at = createSurfaces(proxy);
    writePetstore(editor.workspace);
    writeSampleSkill(editor.workspace);
    window = await editor.open();
  });
  afterAll(async () => {
    await editor.close();
    await proxy.close();
    service.signal("SIGTERM");
    await service.ended;
    rmSync(data, { recursive: true, force: true });
  });

  const view = (name: string) => window.view(name);
  /** Runs a command of the palette that lets the user pick its target. */
  const call = async (command: string, title: string, label: string) => {
    await window.runCommand(`Fairlead: ${command}`);
    await window.pick(title, label);
  };
  const all = ["Projects", "Servers", "Skills", "Deployments", "Registry", "Account"];
  const alone = async (name: string) => {
    await view(name).show();
    await view(name).makeRoom(...all.filter((other) => other !== name));
  };

  test("connecting", async () => {
    await at.run("Fairlead: Add Connection", ["me.get"], async () => {
      await view("Projects").show();
      await addConnection(window, proxy.url, service.hello?.key ?? "");
    });
  });

  test.each([
    ["Projects", "projects.list"],
    ["Servers", "servers.list"],
    ["Deployments", "deployments.list"],
    ["Skills", "skills.list"],
    ["Registry", "registry.artifacts"],
    ["Account", "organization.get"],
  ] as const)("the view %s", async (name, operation) => {
    await at.run(`view ${name}`, [operation], async () => {
      await view(name).show();
      await view(name).title("Refresh");
    });
  });

  test("a server from the template", async () => {
    await at.run("Fairlead: New Server from Template", ["servers.create"], () =>
      createFromTemplate(window, server, editor.workspace),
    );
    await window.messages.dismissAll();
  });

  test("a server from a document", async () => {
    await at.run("menu of an OpenAPI document: Generate Server from OpenAPI", ["server.generate"], async () => {
      await generateServer(window, { document: "petstore.json", operations: ["POST /store/order"], name: "Pet Shop" });
    });
    await window.messages.dismissAll();
  });

  test("testing and deploying a server", async () => {
    await at.run("Fairlead: Test Server", ["serverTestRuns.start", "serverTestRun.get"], async () => {
      await call("Test Server...", "Test a Server", server);
      await acceptCodeRun(window, server);
      await window.testing.show();
      await window.testing.waitForText(/Day counter \(Passed\)/);
    });
    await at.run("Fairlead: Deploy", ["server.deploy"], async () => {
      await call("Deploy...", "Deploy a Server", "Pet Shop");
      await window.pick("Deploy Pet Shop", "Later");
      await deployAnyway(window, "Pet Shop 0.1.0");
      await window.messages.waitFor(/Deployed Pet Shop/);
    });
    await window.messages.dismissAll();
    await alone("Servers");
    await at.run("Servers view: Test runs", ["serverTestRuns.list"], async () => {
      await view("Servers").expand(server);
      await view("Servers").expand("Test runs");
      await view("Servers").waitForText(/passed/);
    });
  });

  test("a deployment's panel", async () => {
    await at.run(
      "Fairlead: Open Deployment (panel)",
      ["deployment.get", "deployment.events", "deployment.health"],
      () => call("Open Deployment", "Open Deployment", "Pet Shop 0.1.0"),
    );
  });

  test("tokens that open a server", async () => {
    await at.run("menu of a server: Copy Runtime Token", ["runtime.token"], async () => {
      await view("Servers").menu("Pet Shop", "Copy Runtime Token");
      await window.documents.statusBar(/Copied/);
    });
    await window.messages.dismissAll();
    const lacksNoMore = proxy.omitOperation("runtime.token");
    await at.run("VS Code's MCP servers, at a service without runtime.token", ["runtime.oauthToken"], () =>
      startMcpServer(window, "Pet Shop"),
    );
    lacksNoMore();
    await window.escape();
  });

  test("stopping a server", async () => {
    await at.run("menu of a server: Stop", ["server.update"], async () => {
      await view("Servers").menu("Pet Shop", "Stop Server or Discard Preview");
      await view("Servers").waitForText(/^Pet Shop stopped/m);
    });
  });

  test("publishing a skill and its next version", async () => {
    const file = join(editor.workspace, "skills", skill, "SKILL.md");
    await at.run("lens of SKILL.md: Publish", ["skills.create"], () =>
      publishSkill(window, skill, { version: "1.0.0", isFirst: true }),
    );
    writeFileSync(file, readFileSync(file, "utf8").replace("in one line a file", "in one short line a file"));
    await at.run("lens of SKILL.md: Publish (a new version)", ["skill.update"], () =>
      publishSkill(window, skill, { version: "1.0.1", isFirst: false }),
    );
  });

  test("testing a skill", async () => {
    await at.run("lens of SKILL.md: Run Tests", ["skillTestRuns.start", "skillTestRun.get"], async () => {
      await window.offers.lens("Run Tests");
      await acceptCodeRun(window, "trim-lines");
      await window.testing.show();
      await window.testing.waitForText(/trim-lines \(Passed\)/);
    });
    await alone("Skills");
    await at.run(
      "Skills view: a skill's installations and test runs",
      ["skill.installations", "skillTestRuns.list"],
      async () => {
        await view("Skills").expand(skill);
        await view("Skills").expand("Test runs");
        await view("Skills").waitForText(/passed/);
      },
    );
  });

  test("installing and uninstalling a skill", async () => {
    await at.run("menu of a skill: Install Skill", ["skill.install"], async () => {
      await view("Skills").menu(skill, "Install Skill...");
      await window.pickMany(`Install ${skill}`, ["Claude Code"]);
      await window.messages.waitFor(/Installed trim-lines/);
    });
    await window.messages.dismissAll();
    await at.run("Fairlead: Uninstall Skill", ["skill.uninstall"], async () => {
      await window.runCommand("Fairlead: Uninstall Skill...");
      await window.pickMany("Uninstall", [`${skill}: Claude Code`]);
      await window.messages.waitFor(/Uninstalled trim-lines/);
    });
    await window.messages.dismissAll();
  });

  test("the registry", async () => {
    await alone("Registry");
    await at.run("Registry view: versions of an artifact", ["registry.versions"], async () => {
      await view("Registry").expand(skill);
      await view("Registry").waitFor("1.0.1");
    });
    await at.run("Fairlead: Open Version", ["registry.artifact"], async () => {
      await call("Open Version", "Open a Version", skill);
      await window.documents.preview(/trim-lines/);
    });
    await window.documents.closeAll();
  });

  test("projects", async () => {
    await alone("Projects");
    await at.run("Fairlead: New Project", ["projects.create"], async () => {
      await window.runCommand("Fairlead: New Project...");
      await window.type("New Project (1/2)", "Pets");
      await window.type("New Project (2/2)", "");
      await view("Projects").waitFor("Pets");
    });
    await at.run("menu of a project: Open Project Details", ["project.get"], async () => {
      await view("Projects").menu("Pets", "Open Project Details");
      await window.documents.titles(/Pets/);
    });
    await at.run("menu of a project: Edit Project Settings, saved", ["project.update"], async () => {
      await view("Projects").menu("Pets", "Edit Project Settings");
      await changeSettings(window, /"description": ""/, '"description": "All about pets"');
    });
  });

  test("the account", async () => {
    await alone("Account");
    await at.run("Account view: Members", ["organization.members"], () => view("Account").expand("Members"));
    await at.run("Account view: Usage", ["organization.usage"], () => view("Account").expand("Usage"));
    await at.run("Account view: API keys", ["apiKeys.list"], () => view("Account").expand("API keys"));
    await at.run("Fairlead: Show Usage (panel)", ["organization.usage"], () =>
      window.runCommand("Fairlead: Show Usage"),
    );
    await at.run("Fairlead: Create API Key", ["apiKeys.create"], async () => {
      await window.runCommand("Fairlead: Create API Key...");
      await window.type("Create API Key", "CI");
      await window.pickMany("Create API Key", ["read"]);
      await window.pick("Create API Key", "30 days");
      await window.messages.modal(/The key "CI" was created/, "Copy");
    });
    await window.messages.dismissAll();
    await at.run("menu of a key: Revoke API Key", ["apiKeys.delete"], async () => {
      await view("Account").menu("CI", "Revoke API Key...");
      await window.messages.modal(/Revoke the API key "CI"/, "Revoke");
    });
    await window.messages.dismissAll();
    await at.run("Fairlead: Edit Service Settings, saved", ["userSettings.get", "userSettings.update"], async () => {
      await window.runCommand("Fairlead: Edit Service Settings");
      await changeSettings(window, /"notifyOn": "\w+"/, '"notifyOn": "failures"');
    });
    await window.documents.closeAll();
  });

  test("accounts at providers", async () => {
    const direct = createServiceClient({ baseUrl: service.hello?.url ?? "", key: async () => service.hello?.key });
    const account = createAccountServer(direct);
    onTestFinished(async () => {
      await account.close();
      await direct.close();
    });
    const { name } = await account.server();
    await at.run("Fairlead: Connect Account", ["runtime.token"], () => connectAccount(window, name, "ann"));
    await window.messages.dismissAll();
    await alone("Account");
    await at.run("Account view: OAuth connections", ["oauthConnections.list"], async () => {
      await view("Account").expand("OAuth connections");
      await view("Account").waitFor(ann);
    });
    await at.run("menu of an OAuth connection: Open", ["oauthConnection.get"], async () => {
      await view("Account").menu(ann, "Open OAuth Connection");
      await window.documents.titles(/ann/);
    });
    await at.run("menu of an OAuth connection: Disconnect Account", ["oauthConnection.delete"], async () => {
      await view("Account").menu(ann, "Disconnect Account...");
      await window.messages.modal(/Disconnect ann/, "Disconnect");
    });
    await window.messages.dismissAll();
  });

  test("organizations", async () => {
    await at.run("Fairlead: Switch Organization", ["organizations.list"], async () => {
      await switchOrganization(window, "Second");
      await view("Account").waitFor("Second");
    });
  });

  test("covers all operations", () => {
    process.stdout.write(`\n${at.table()}\n`);
    expect(at.listUncalled()).toEqual([]);
  });
});
