import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { root } from "../../host/prepare/paths.mjs";
import { generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";
import { writeFile } from "../../support/writeFile.ts";
import { takeOperations } from "../curves/documents.ts";
import { type Bench, compareWithFloor, measureMs, runInTurn } from "../measuring/figure.ts";

/** Compares generated servers with servers by hand that list the same tools: from the process to the list. */
export const serverStart: Bench = {
  ids: ["serverStart"],
  run: async () => [await compareStarts(100), await compareStarts(1000)],
};

async function compareStarts(tools: number) {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-bench-"));
  try {
    const content = readFileSync(join(root, "dist/runtime.mjs"), "utf8");
    const runtime = [{ path: "runtime.mjs", encoding: "utf8", content }] as const;
    for (const file of generateFromValidDocument(takeOperations(tools), { maxTools: 10_000 }, runtime).files)
      writeFile(folder, file.path, file.content);
    const ours = join(folder, "server.mjs");
    const byHand = await writeServerByHand(folder, await listTools(ours));
    const measure = (server: string) => () => measureMs(() => listTools(server));
    const goal = `a generated server of ${tools} tools, from its start to their list: at most 1.3 x`;
    const claim = { id: "serverStart", goal, beside: "a server by hand with the same tools", unit: "ms" };
    return compareWithFloor({ ...claim, limit: { atMost: 1.3 } }, await runInTurn(10, measure(ours), measure(byHand)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeServerByHand(folder: string, tools: unknown): Promise<string> {
  const contents = `import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
const tools = ${JSON.stringify(tools)};
serveStdio(() => {
  const mcp = new McpServer({ name: "bench", version: "0.1.0" }, { capabilities: { tools: {} } });
  mcp.server.setRequestHandler("tools/list", () => ({ tools }));
  return mcp;
});
`;
  const outfile = join(folder, "byHand.mjs");
  await build({ stdin: { contents, resolveDir: root }, outfile, bundle: true, platform: "node", format: "esm" });
  return outfile;
}

async function listTools(server: string): Promise<unknown> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const args = [server, "--stdio"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}
