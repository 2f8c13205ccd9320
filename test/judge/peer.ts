import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import type { JudgedDocument } from "./documents.ts";
import { installJudgeTools } from "./judgeTools.ts";

export interface Peer {
  readonly client: Client;
  close(): Promise<void>;
}

/**
 * Generates a server from the same document with openapi-mcp-generator (version in `tools/package.json`), builds it and starts
 * it on stdio. Undefined if this fails.
 */
export async function startPeer(document: JudgedDocument, mockUrl: string): Promise<Peer | undefined> {
  const tools = installJudgeTools();
  const folder = mkdtempSync(join(tmpdir(), "fairlead-peer-"));
  const input = join(folder, `document.${document.format}`);
  writeFileSync(input, document.text);
  const output = join(folder, "server");
  const cli = join(tools, "node_modules/.bin/openapi-mcp-generator");
  const generation = spawnSync(cli, ["--input", input, "--output", output, "--base-url", mockUrl, "--force"], {
    stdio: "ignore",
    timeout: 120_000,
  });
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    if (generation.status !== 0) throw new Error(`the peer's generator ended with ${generation.status}`);
    const bundle = join(folder, "server.cjs");
    await build({
      entryPoints: [join(output, "src/index.ts")],
      outfile: bundle,
      bundle: true,
      platform: "node",
      format: "cjs",
      nodePaths: [join(tools, "node_modules")],
      logLevel: "silent",
    });
    const client = new Client({ name: "judge", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [bundle],
        env: { ...credentials(document.schemes), API_BASE_URL: mockUrl },
        stderr: "ignore",
      }),
    );
    return {
      client,
      close: async () => {
        await client.close();
        close();
      },
    };
  } catch {
    close();
    return undefined;
  }
}

/** The peer reads the credential of each scheme from a separate variable; all get the same value. */
function credentials(schemes: readonly string[]): Record<string, string> {
  const prefixes = ["API_KEY", "BEARER_TOKEN", "BASIC_USERNAME", "BASIC_PASSWORD", "OAUTH_TOKEN", "OPENID_TOKEN"];
  return Object.fromEntries(
    schemes.flatMap((scheme) =>
      prefixes.map((prefix) => [`${prefix}_${scheme.replace(/[^a-zA-Z0-9]/g, "_").toUpperCase()}`, "judge"]),
    ),
  );
}
