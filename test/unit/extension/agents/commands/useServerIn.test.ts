import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import { removeServerFrom } from "../../../../../src/extension/agents/commands/removeServerFrom.ts";
import { repairAgents } from "../../../../../src/extension/agents/commands/repairAgents.ts";
import { useServerIn } from "../../../../../src/extension/agents/commands/useServerIn.ts";
import { readAgentUseState } from "../../../../../src/extension/agents/model/agentDrift.ts";
import { listServerUses, readAgentUses, saveAgentUse } from "../../../../../src/extension/agents/model/agentUses.ts";
import { readUsedServer } from "../../../../../src/extension/agents/model/previewUse.ts";
import { portableFile, useAgentCommands } from "../../../../support/agents/agentCommandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const { served, server, deployment, node, open, inWorkspace, inHome } = await useAgentCommands();

const read = (path: string) => readFileSync(path, "utf8");

describe("Use In", () => {
  test("shows the change first, and writes only our entry into the file of Codex", async () => {
    const path = inHome(".codex", "config.toml");
    mkdirSync(inHome(".codex"));
    writeFileSync(path, '# mine\nmodel = "x"\n');
    await using fixture = await open(["Codex ~/.codex/config.toml", "Write"]);
    await fixture.useServer();
    const after = `# mine\nmodel = "x"\n\n[mcp_servers.pet-shop]\nurl = "${deployment.url}"\n`;
    expect(read(path)).toBe(after);
    expect(fixture.documents.compared).toEqual([
      {
        title: "Use Pet Shop in Codex",
        pairs: [
          {
            label: "~/.codex/config.toml",
            left: { name: "config.toml", text: '# mine\nmodel = "x"\n' },
            right: { name: "config.toml", text: after },
          },
        ],
      },
    ]);
    expect(fixture.documents.closed).toEqual(["Use Pet Shop in Codex"]);
    expect(fixture.prompts.questions.at(-1)).toBe(
      "Use Pet Shop in Codex: Write it into ~/.codex/config.toml, as the editor shows?",
    );
    expect(fixture.messages.shown).toEqual([
      'info: Pet Shop is in ~/.codex/config.toml now, as pet-shop. Sign in there with "codex mcp login pet-shop". [Copy Command]',
    ]);
    expect(readAgentUses(fixture.memory)).toMatchObject([{ agent: "codex", serverId: server.id, name: "pet-shop" }]);
  });

  test("writes nothing where the user leaves the file as it is, or presses Escape", async () => {
    for (const answers of [
      ["VS Code, Claude Code, Copilot .mcp.json", "Leave As It Is"],
      ["VS Code, Claude Code, Copilot .mcp.json", escapeAnswer],
      [escapeAnswer],
    ] as const) {
      await using fixture = await open(answers);
      await fixture.useServer();
      expect(existsSync(inWorkspace(".mcp.json"))).toBe(false);
      expect(readAgentUses(fixture.memory)).toEqual([]);
      expect(fixture.documents.closed).toHaveLength(fixture.documents.compared.length);
    }
  });

  test("takes another name when an entry of somebody else has it", async () => {
    const path = inWorkspace(".mcp.json");
    writeFileSync(path, '{\n  "mcpServers": {\n    "pet-shop": { "command": "mine" }\n  }\n}\n');
    await using fixture = await open([...portableFile]);
    await fixture.useServer();
    expect(JSON.parse(read(path))).toEqual({
      mcpServers: { "pet-shop": { command: "mine" }, "pet-shop-2": { type: "http", url: deployment.url } },
    });
  });

  test("shows the change again when the file changed after it was shown", async () => {
    const path = inWorkspace(".mcp.json");
    await using fixture = await open([...portableFile, "Write"]);
    const { compare } = fixture.documents;
    let count = 0;
    fixture.documents.compare = async (...given) => {
      count += 1;
      if (count === 1) writeFileSync(path, '{ "mcpServers": {} }\n');
      return compare(...given);
    };
    await fixture.useServer();
    expect(count).toBe(2);
    expect(fixture.messages.shown.join("\n")).toContain(
      ".mcp.json changed in the meantime, so nothing was written there.",
    );
    expect(JSON.parse(read(path))).toMatchObject({ mcpServers: { "pet-shop": { url: deployment.url } } });
  });

  test("says which agents read a file, where its name does not", async () => {
    await using fixture = await open([escapeAnswer]);
    await fixture.useServer();
    const details = fixture.prompts.offered.at(-1)?.flatMap(({ description, detail }) => {
      return detail === undefined ? [] : [`${description}: ${detail}`];
    });
    expect(details).toEqual([
      expect.stringMatching(/^\.mcp\.json: All agents in VS Code read it, and Claude Code and Copilot CLI/),
      expect.stringMatching(/mcp\.json: VS Code's own chat reads it, other agents in VS Code in part/),
      expect.stringMatching(/\.copilot\/mcp-config\.json: Copilot CLI reads it/),
    ]);
  });

  test("gives an agent the service itself, and repairs its entry", async () => {
    const path = inWorkspace(".mcp.json");
    const portable = "VS Code, Claude Code, Copilot .mcp.json";
    await using fixture = await open(["Fairlead", portable, "Write", "Repair", "Repair"]);
    await useServerIn(fixture.app, {});
    const entry = { type: "http", url: `${served.service.url}/mcp` };
    expect(JSON.parse(read(path))).toEqual({ mcpServers: { fairlead: entry } });
    writeFileSync(path, read(path).replace("http://", "https://"));
    await useServerIn(fixture.app, { node: { kind: "grants" } });
    expect(JSON.parse(read(path))).toEqual({ mcpServers: { fairlead: entry } });
  });

  test("copies plain JSON for another agent", async () => {
    await using fixture = await open(["Copy as JSON"]);
    await fixture.useServer();
    expect(JSON.parse(fixture.copied[0] ?? "")).toEqual({
      mcpServers: { "pet-shop": { type: "http", url: deployment.url } },
    });
  });

  test("offers no file of a workspace that is not trusted", async () => {
    await using fixture = await open([...portableFile], { isTrusted: false });
    await expect(fixture.useServer()).rejects.toThrow("This workspace is not trusted");
    expect(existsSync(inWorkspace(".mcp.json"))).toBe(false);
  });
});

describe("a preview", () => {
  const deployPreview = async () => {
    const { id } = await served.api.call("server.deploy", { id: server.id, preview: true });
    await expect.poll(async () => (await served.api.call("deployment.get", { id })).status).toBe("running");
    return served.api.call("deployment.get", { id });
  };
  const nodeOf = (preview: Deployment) =>
    ({ kind: "deployment", deployment: preview, live: false, serverName: "Pet Shop" }) as const;

  test("gets an entry of its own beside that of its server, which says that it is one and what happens when it ends", async () => {
    const preview = await deployPreview();
    await using fixture = await open([...portableFile, ...portableFile]);
    await fixture.useServer();
    await useServerIn(fixture.app, { node: nodeOf(preview) });
    expect(JSON.parse(read(inWorkspace(".mcp.json")))).toEqual({
      mcpServers: {
        "pet-shop": { type: "http", url: deployment.url },
        "pet-shop-preview-0-1-0": { type: "http", url: `${deployment.url}@0.1.0` },
      },
    });
    expect(fixture.prompts.questions[2]).toMatch(/^Use Pet Shop preview 0\.1\.0 In: .*its calls fail$/);
    const connection = fixture.app.connections.scope() ?? "";
    const [, use] = listServerUses(fixture.memory, connection, server.id);
    const readState = async () => {
      const used = await readUsedServer(served.api, server, deployment.url ?? "", requireValue(use));
      return readAgentUseState(fixture.app.agentFiles, requireValue(use), { name: used.server.name, url: used.url });
    };
    expect(await readState()).toEqual({ kind: "same" });
    await served.api.discardPreview(preview.id);
    await expect.poll(readState).toEqual({ kind: "moved", reason: "its preview no longer runs" });
    await repairAgents(fixture.app, served.api, use ? [use] : []);
    await useServerIn(fixture.app, { node: nodeOf(preview) });
    expect(fixture.messages.shown.slice(-2)).toEqual([
      expect.stringContaining("Pet Shop preview 0.1.0 no longer runs. Deploy it as a preview again, or remove it"),
      "info: Pet Shop 0.1.0 no longer runs as a preview. Deploy it as one again.",
    ]);
  });

  test("is not offered to an agent that cannot sign in, because the bridge leads to the live version", async () => {
    const preview = await deployPreview();
    await using fixture = await open([escapeAnswer], { platform: "darwin" });
    await useServerIn(fixture.app, { node: nodeOf(preview) });
    const refused = fixture.prompts.offered[0]?.filter(({ isUnavailable }) => isUnavailable);
    expect(refused?.map(({ label, note }) => `${label}: ${note}`)).toEqual([
      expect.stringMatching(/^Claude Desktop: .*the bridge leads to live versions only\.$/),
    ]);
    await served.api.discardPreview(preview.id);
  });
});

describe("an agent without OAuth", () => {
  const path = () => inHome("Library/Application Support/Claude/claude_desktop_config.json");
  const grants = async () => (await served.api.readGrants({ serverId: server.id })).items;
  const fixture = (...answers: readonly string[]) => open(["Claude Desktop", ...answers], { platform: "darwin" });

  test("gets the bridge with a grant of its own, which Remove From revokes", async () => {
    await using given = await fixture("Write", "Remove");
    await given.useServer();
    const [grant] = await grants();
    expect(grant).toMatchObject({ client: "Claude Desktop", kind: "bridge", serverId: server.id });
    expect(JSON.parse(read(path()))).toEqual({
      mcpServers: {
        "pet-shop": {
          command: process.execPath,
          args: [inHome("bridge", "bridge.mjs"), "--data", "/nowhere", "--grant", grant?.id],
          env: { ELECTRON_RUN_AS_NODE: "1" },
        },
      },
    });
    expect(existsSync(inHome("bridge", "bridge.mjs"))).toBe(true);
    const use = requireValue(readAgentUses(given.memory)[0]);
    await removeServerFrom(given.app, { node: { kind: "agentUse", server, use, state: { kind: "same" } } });
    expect(JSON.parse(read(path()))).toEqual({ mcpServers: {} });
    expect(await grants()).toEqual([]);
  });

  test("has no grant where the user leaves the file as it is, and one when it was added twice", async () => {
    await using cancelled = await fixture("Leave As It Is");
    await cancelled.useServer();
    expect(await grants()).toEqual([]);
    await using given = await open(["Claude Desktop", "Write", "Claude Desktop", "Write"], {
      platform: "darwin",
    });
    await given.useServer();
    await given.useServer();
    expect(await grants()).toHaveLength(1);
    expect(Object.keys(JSON.parse(read(path())).mcpServers)).toEqual(["pet-shop"]);
  });

  test("gets another grant by Repair when its own was revoked", async () => {
    for (const { id } of await grants()) await served.api.revokeGrant(id);
    await using given = await fixture("Write", "Repair", "Repair");
    await given.useServer();
    const [first] = await grants();
    await served.api.revokeGrant(requireValue(first).id);
    await given.useServer();
    const [second] = await grants();
    expect(second?.id).not.toBe(first?.id);
    expect(read(path())).toContain(second?.id);
    expect(readAgentUses(given.memory)).toMatchObject([{ grantId: second?.id }]);
  });
});

describe("an entry that was written", () => {
  const path = () => inWorkspace(".mcp.json");

  test("is found when it was edited, removed or leads elsewhere, and is repaired", async () => {
    await using fixture = await open([...portableFile, "Repair", "Repair", "Repair", "Repair"]);
    await fixture.useServer();
    const written = read(path());
    const state = async (url = deployment.url) => {
      const use = requireValue(readAgentUses(fixture.memory)[0]);
      return readAgentUseState(fixture.app.agentFiles, use, { name: server.name, url: url ?? undefined });
    };
    expect(await state()).toEqual({ kind: "same" });
    expect(await state("http://127.0.0.1:1/mcp/x")).toMatchObject({ kind: "moved" });
    writeFileSync(path(), written.replace("http://", "https://"));
    expect(await state()).toEqual({ kind: "changed" });
    await fixture.useServer();
    expect(read(path())).toBe(written);
    writeFileSync(path(), "{}\n");
    expect(await state()).toEqual({ kind: "missing" });
    await fixture.useServer();
    expect(await state()).toEqual({ kind: "same" });
    writeFileSync(path(), "{");
    expect(await state()).toMatchObject({ kind: "unreadable", reason: expect.stringContaining("line 1") });
    rmSync(path());
    expect(await state()).toEqual({ kind: "missing" });
  });

  test("gets the new name of its server, and is up to date then", async () => {
    const answers = [...portableFile, "Repair", "Repair", "Repair"];
    await using fixture = await open(answers);
    await fixture.useServer();
    const use = requireValue(readAgentUses(fixture.memory)[0]);
    await saveAgentUse(fixture.memory, { ...use, serverName: "Old Shop", name: "old-shop" }, use);
    writeFileSync(path(), read(path()).replace("pet-shop", "old-shop"));
    await fixture.useServer();
    expect(JSON.parse(read(path()))).toEqual({ mcpServers: { "pet-shop": { type: "http", url: deployment.url } } });
    expect(readAgentUses(fixture.memory)).toMatchObject([{ name: "pet-shop", serverName: "Pet Shop" }]);
    await fixture.useServer();
    expect(fixture.messages.shown.at(-1)).toBe("info: Pet Shop is up to date in every agent.");
  });

  test("is removed, and nothing else", async () => {
    writeFileSync(path(), '{\n  // mine\n  "mcpServers": {\n    "a": { "command": "a" } // first\n  }\n}\n');
    const before = read(path());
    await using fixture = await open([...portableFile, "VS Code, Claude Code, Copilot", "Remove"]);
    await fixture.useServer();
    expect(read(path())).not.toBe(before);
    await removeServerFrom(fixture.app, { node });
    expect(read(path())).toBe(before);
    expect(readAgentUses(fixture.memory)).toEqual([]);
  });
});
