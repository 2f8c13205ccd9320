import { spawn } from "node:child_process";
import { join } from "node:path";
import { connectToMcpServer } from "../../../src/extension/tools/commands/connectToMcpServer.ts";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { createCommandFixture } from "../../support/editor/commandFixture.ts";
import { createCookieBrowser } from "../../support/oauth/cookieBrowser.ts";
import { pollUntil } from "../../support/pollUntil.ts";
import type { startServedService } from "../../support/service/servedService.ts";

const example = "node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js";
const never = new AbortController().signal;

/** Signs in at the example server of the SDK, whose provider lets everybody in and checks the resource, and calls a tool. Returns what was shown. */
export async function judgeLogin(served: Awaited<ReturnType<typeof startServedService>>, folder: string) {
  const [port, authPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, [join(folder, example), "--oauth", "--oauth-strict"], {
    ...{ cwd: folder, stdio: "ignore" },
    env: { PATH: process.env.PATH, MCP_PORT: String(port), MCP_AUTH_PORT: String(authPort) },
  });
  const url = `http://localhost:${port}/mcp`;
  const browse = async (page: string) => {
    await createCookieBrowser().visit(page);
    return true;
  };
  await using fixture = await createCommandFixture(served, { browse, answers: [url, "", "Open Browser"] });
  try {
    await pollUntil(
      () => fetch(url).catch(() => undefined),
      (response) => response?.status === 401,
    );
    await connectToMcpServer(fixture.app, {});
    const key = { kind: "url", url } as const;
    const call = { name: "greet", arguments: { name: "Ann" } };
    const { result } = await fixture.app.mcp.use(key, never, (connection) =>
      connection.callTool(call, { signal: never, onProgress: () => {} }),
    );
    return [...fixture.prompts.questions, ...fixture.messages.shown, JSON.stringify(result?.content)];
  } finally {
    child.kill("SIGKILL");
  }
}
