import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { connectMcpClient } from "../../support/servers/mcpClient.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import type { startServedService } from "../../support/service/servedService.ts";
import { createSkillServerFiles } from "../../support/skills/skillServerFiles.ts";
import { findLoginUrl, logInAsUser } from "../agents/browser.ts";
import { runAgent } from "../agents/runAgent.ts";

const texts = {
  "SKILL.md": "---\nname: count\ndescription: Counts. Use for numbers.\nallowed-tools: add\n---\n\nCall `add`.\n",
  "references/more.md": "More.",
};
const images = { "assets/one.jpg": Buffer.from([0xff, 0xd8, 0, 1]).toString("base64") };
const inspectorFile = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const sdkFile = "node_modules/@mcpjam/sdk/dist/index.js";
const verified = "Verified 1 skill and 3 files: no conformance errors.";

type Report = (what: string, isRight: boolean, seen: string) => void;
type Served = Awaited<ReturnType<typeof startServedService>>;

/** What is used of `@mcpjam/sdk`. */
interface McpJamSdk {
  readonly OAuthConformanceTest: new (
    config: object,
  ) => {
    run(): Promise<{
      readonly passed: boolean;
      readonly summary: string;
      readonly steps: readonly { readonly step: string; readonly status: string }[];
      readonly credentials?: { readonly accessToken?: string };
    }>;
  };
  readonly MCPClientManager: new (
    servers: object,
  ) => {
    listTools(id: string): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
    readResource(
      id: string,
      params: { readonly uri: string },
    ): Promise<{ readonly contents: readonly { readonly text?: string; readonly blob?: string }[] }>;
    disconnectAllServers(): Promise<void>;
  };
}

/** Deploys a server with a skill; the command line of MCP Inspector and the SDK of MCPJam log in at it, list, read and verify the skill. */
export async function judgeSkills(served: Served, folder: string, report: Report): Promise<void> {
  const files = await createSkillServerFiles(texts, images);
  const deployed = await served.deploy("Counter", { kind: "files", files, entry: "server.mjs" });
  await judgeInspector(served, join(folder, inspectorFile), deployed, report);
  const sdk: McpJamSdk = await import(pathToFileURL(join(folder, sdkFile)).href);
  await judgeMcpJam(served, sdk, deployed, report);
}

type Target = Readonly<{ url: string; headers: { readonly authorization: string } }>;

async function judgeInspector(served: Served, program: string, { url, headers }: Target, report: Report) {
  const home = mkdtempSync(join(tmpdir(), "fairlead-public-"));
  const inspect = (given: readonly string[]) => {
    const shown = [program, "--cli", url, "--transport", "http", "--callback-url", "http://127.0.0.1:0/oauth/callback"];
    const quoted = [process.execPath, ...shown, ...given].map((part) => `'${part}'`).join(" ");
    let isOpened = false;
    return runAgent({
      // It logs in where there is a terminal only.
      ...{ command: "script", args: ["-qfec", quoted, "/dev/null"], cwd: home },
      environment: { HOME: home, PATH: process.env.PATH ?? "", MCP_INSPECTOR_SECRET_STORE: "memory" },
      onOutput: (text) => {
        const address = findLoginUrl(text);
        if (address === undefined || isOpened) return;
        isOpened = true;
        logInAsUser(toLoginService(served), address).catch((error: unknown) => report("log in", false, String(error)));
      },
    });
  };
  const verify = (era: string) => ["--method", "skills/list", "--verify", "--require-digests", "--protocol-era", era];
  try {
    for (const era of ["legacy", "modern"]) {
      const seen = await inspect([...verify(era), "--header", `Authorization: ${headers.authorization}`]);
      report(`Inspector verifies the skill with a runtime token (${era})`, seen.includes(verified), seen);
    }
    const seen = await inspect(verify("auto"));
    report("Inspector logs in by OAuth and verifies the skill", seen.includes(verified), seen);
    const uri = ["--method", "skills/get", "--uri", "skill://count/SKILL.md", "--verify"];
    const one = await inspect([...uri, "--header", `Authorization: ${headers.authorization}`]);
    report("Inspector gets and verifies one skill", one.includes(verified), one);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function judgeMcpJam(served: Served, sdk: McpJamSdk, { url, headers }: Target, report: Report) {
  const openUrl = (address: string) => logInAsUser(toLoginService(served), address);
  const login = (added: object) =>
    new sdk.OAuthConformanceTest({
      ...{ serverUrl: url, registrationStrategy: "dcr", auth: { mode: "interactive", openUrl }, ...added },
    }).run();
  let accessToken: string | undefined;
  for (const protocolVersion of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
    // Its checks use a code twice, which ends the login, so what is called afterwards needs another one.
    const checked = await login({ protocolVersion, oauthConformanceChecks: true });
    const steps = checked.steps
      .filter(({ status }) => status !== "passed")
      .map(({ step, status }) => `${step} ${status}`);
    report(`MCPJam's OAuth checks (${protocolVersion}): ${steps.join(", ")}`, checked.passed, checked.summary);
    const called = await login({ protocolVersion, verification: { listTools: true, callTool: { name: "add" } } });
    report(`MCPJam logs in by OAuth and calls a tool (${protocolVersion})`, called.passed, called.summary);
    accessToken = called.credentials?.accessToken;
  }
  const manager = new sdk.MCPClientManager({ counter: { url, accessToken: requireValue(accessToken) } });
  const mcp = await connectMcpClient(url, "2025-11-25", { ...headers });
  // The SDK has no methods of the extension, so the manifest comes from elsewhere.
  const [skill] = (await new SkillsClient(mcp).list()).skills;
  const manifest = Array.isArray(skill?.resources) ? skill.resources : [];
  const wrong: string[] = [];
  for (const { uri, digest } of manifest) {
    const [content] = (await manager.readResource("counter", { uri })).contents;
    const bytes = Buffer.from(content?.text ?? content?.blob ?? "", content?.text === undefined ? "base64" : "utf8");
    if (digest !== `sha256:${createHash("sha256").update(bytes).digest("hex")}`) wrong.push(uri);
  }
  report("MCPJam reads each file as the manifest has it", manifest.length === 3 && wrong.length === 0, wrong.join(" "));
  await mcp.close();
  await manager.disconnectAllServers();
}

const toLoginService = ({ service }: Served) => ({ url: service.url, key: service.firstKey });
