import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { type AgentEntryTarget, createAgentEntry } from "../../src/extension/agents/model/agentEntry.ts";
import { editAgentText, updateAgentText } from "../../src/extension/agents/model/agentText.ts";
import { findMcpAgent, type McpAgent } from "../../src/extension/agents/model/mcpAgents.ts";
import { startBridgeFixture } from "../support/agents/bridgeFixture.ts";
import { createTinyServer, deployTinyServer } from "../support/servers/deployTinyServer.ts";
import { requireValue } from "../support/service/requireValue.ts";
import { startAgentModelStub } from "../support/services/agentModelStub.ts";
import { writeFile } from "../support/writeFile.ts";
import { findLoginUrl, logInAsUser } from "./agents/browser.ts";
import { type RealAgent, realAgents } from "./agents/realAgents.ts";
import { runAgent } from "./agents/runAgent.ts";

/**
 * `npm run judge:agents -- DIR [claude-code codex gemini-cli copilot-cli]`: the agents that are installed in `DIR/node_modules` use a deployed server
 * through what *Use In...* writes. Each logs in by OAuth, if it can without its own screen, calls a tool, loses its access when it is
 * revoked, and calls a tool through the bridge and by the portable file, if it reads that. Then it deploys a server with the tools of the
 * service itself, with a login or with a header that its user added, and only if its user allows the tool. A scripted model tells it to, in
 * the agent's own protocol.
 */
const [folder, ...chosen] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder whose node_modules has the agents.");
const programs = join(resolve(folder), "node_modules", ".bin");
const entry = "tiny";

const fixture = await startBridgeFixture();
const api = fixture.openApi();
const project = requireValue((await api.call("projects.list", {})).items[0]);
const { server, deployment } = await deployTinyServer(
  { api },
  await createTinyServer({ api, project }, "tiny", "healthy"),
);
const url = requireValue(deployment.url ?? undefined);
const service = { url: new URL(url).origin, key: fixture.readKey() };
const model = await startAgentModelStub(
  ({ tools, body }) => {
    if (/label.{1,8}healthy|outcome.{1,8}live/.test(body)) return { kind: "answer", text: "The server answered." };
    const tool = tools.find((one) => one.endsWith("echo") || one.endsWith("deploy"));
    if (tool === undefined) return { kind: "answer", text: "There is no such tool." };
    const [namespace, name] = tool.includes(".") ? tool.split(".") : [undefined, tool];
    const input = tool.endsWith("echo") ? { text: "hello" } : { server: "tiny", withoutTests: true };
    return { kind: "call", tool: name ?? tool, input, ...(namespace && { namespace }) };
  },
  process.once.bind(process, "exit"),
);

let failures = 0;
const report = (agent: RealAgent, what: string, isRight: boolean, seen: string) => {
  if (!isRight) failures += 1;
  process.stdout.write(
    `${isRight ? "right" : "WRONG"} ${agent.id}: ${what}${isRight ? "" : `\n${seen.slice(-1500)}`}\n`,
  );
};

for (const agent of realAgents.filter(({ id }) => chosen.length === 0 || chosen.includes(id))) await judge(agent);
await fixture.close();
process.exit(failures === 0 ? 0 : 1);

async function judge(agent: RealAgent): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "fairlead-agent-"));
  const folders = { home, modelUrl: model.url, entry };
  const itself = { ...folders, entry: "fairlead" };
  const environment = {
    ...{
      HOME: home,
      TERM: "xterm-256color",
      PATH: [programs, dirname(process.execPath), process.env.PATH].join(delimiter),
    },
    ...agent.environment(folders),
  };
  const file = writeFile(home, agent.file, agent.content(folders));
  const write = (target: AgentEntryTarget, name = entry, added = {}) =>
    writeEntry(file, requireValue(findMcpAgent(agent.id)), name, target, added);
  const ask = (used = folders, isAllowed = true) =>
    runAgent({
      command: agent.program,
      args: isAllowed ? agent.listArguments(used) : agent.refusedArguments(used),
      cwd: home,
      environment,
      input: "Call echo.",
    });
  const called = (seen: string) => seen.includes("The server answered.");
  try {
    write({ kind: "url", url });
    if (agent.logIn) {
      const { command, done } = agent.logIn;
      const login = await logIn(command(folders), done, { home, environment });
      report(agent, "logs in with what Use In... wrote", done.test(login), login);
      const first = await ask();
      report(agent, "lists and calls a tool by OAuth", called(first), first);
      const grants = (await api.readGrants({ serverId: server.id })).items;
      for (const { id } of grants) await api.revokeGrant(id);
      const refused = await ask();
      report(agent, "has no access after Revoke Access", grants.length > 0 && !called(refused), refused);
    }
    const grantId = await fixture.createGrant(server.id);
    const { command, args } = fixture.command(grantId);
    const [program = "", , dataFolder = ""] = args;
    write({ kind: "bridge", grantId, bridge: { node: command, program, dataFolder } });
    const bridged = await ask();
    report(agent, "lists and calls a tool through the bridge", called(bridged), bridged);
    writeFileSync(file, agent.content(folders));
    const authorize = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
    if (agent.isPortable) {
      const { accessToken } = await api.call("runtime.token", { serverId: server.id });
      const portable = requireValue(findMcpAgent("portable"));
      writeEntry(join(home, ".mcp.json"), portable, entry, { kind: "url", url }, authorize(accessToken));
      const seen = await ask();
      report(agent, "lists and calls a tool by the portable file", called(seen), seen);
      rmSync(join(home, ".mcp.json"));
    }
    write({ kind: "url", url: `${service.url}/mcp` }, itself.entry, agent.logIn ? {} : authorize(service.key));
    const login = agent.logIn && (await logIn(agent.logIn.command(itself), agent.logIn.done, { home, environment }));
    const before = await countDeployments();
    const refused = await ask(itself, false);
    report(agent, "deploys nothing that its user does not allow", (await countDeployments()) === before, refused);
    const deployed = await ask(itself);
    const isDeployed = called(deployed) && (await countDeployments()) === before + 1;
    report(agent, "deploys a server with the service itself", isDeployed, `${login}${deployed}`);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function writeEntry(file: string, agent: McpAgent, name: string, target: AgentEntryTarget, added: object): void {
  const text = existsSync(file) ? editAgentText(agent, readFileSync(file, "utf8"), name, undefined) : undefined;
  const entry = { ...createAgentEntry(agent, target), ...added };
  writeFileSync(file, updateAgentText(agent, text, { name, written: {}, entry }));
}

async function countDeployments(): Promise<number> {
  return (await api.call("deployments.list", { serverId: server.id, limit: 200 })).items.length;
}

async function logIn(
  command: string,
  done: RegExp,
  { home, environment }: { readonly home: string; readonly environment: Readonly<Record<string, string>> },
): Promise<string> {
  let isOpened = false;
  return runAgent({
    ...{ command: "script", args: ["-qfec", command, "/dev/null"], cwd: home, environment },
    isDone: (text) => done.test(text),
    onOutput: (text) => {
      const address = findLoginUrl(text);
      if (address === undefined || isOpened) return;
      isOpened = true;
      logInAsUser(service, address).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    },
  });
}
