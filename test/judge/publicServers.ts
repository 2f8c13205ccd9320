import { resolve } from "node:path";
import { startToolPage } from "../support/browser/toolPage.ts";
import { createCommandFixture } from "../support/editor/commandFixture.ts";
import { runsProcesses, startServedService } from "../support/service/servedService.ts";
import { judgeLogin } from "./publicServers/judgeLogin.ts";
import { judgePublicServer } from "./publicServers/judgePublicServer.ts";
import { judgeSkills } from "./publicServers/judgeSkills.ts";
import { publicServers } from "./publicServers/publicServers.ts";
import { startPublicServer } from "./publicServers/startPublicServer.ts";

/**
 * `npm run judge:public -- DIR [name]`: the public MCP servers that are installed in `DIR/node_modules` are deployed, or connected to by
 * URL, listed in the view, drawn on the tool page in a browser, and called. Prints a table, and fails if Fairlead shows an error of its own.
 * `skills`: what `@modelcontextprotocol/inspector` and `@mcpjam/sdk` there make of a deployed server with a skill.
 */
const [folder, only = ""] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder whose node_modules has the servers.");

const served = await startServedService(runsProcesses);
const fixture = await createCommandFixture(served);
const page = await startToolPage();
let failures = 0;
const print = (text: string) => void process.stdout.write(`${text}\n`);
print("| server | version | transport | tools | prompts | resources | templates | calls | documents | wrong |");
print("|---|---|---|---|---|---|---|---|---|---|");
for (const server of publicServers.filter((one) => one.package.includes(only))) {
  const { transport = "stdio" } = server;
  try {
    const started = await startPublicServer(served, resolve(folder), server);
    const found = await judgePublicServer({ fixture, page }, server, started).finally(started.stop);
    failures += found.problems.length;
    const lists = [found.calls, found.documents, found.problems].map((texts) => texts.join("; ").replaceAll("|", "/"));
    const counts = [found.tools, found.prompts, found.resources, found.templates];
    print(`| ${[server.package, started.version, transport, ...counts, ...lists].join(" | ")} |`);
  } catch (error) {
    failures += 1;
    print(`| ${server.package} | | ${transport} | | | | | | | ${String(error).slice(0, 500)} |`);
  }
}
if (only === "" || only === "login") {
  const shown = await judgeLogin(served, resolve(folder)).catch((error: unknown) => [String(error)]);
  if (!shown.at(-1)?.includes("Hello, Ann!")) failures += 1;
  print(`\nA login at the example server of the SDK:\n${shown.join("\n")}`);
}
if (only === "" || only === "skills") {
  await judgeSkills(served, resolve(folder), (what, isRight, seen) => {
    if (!isRight) failures += 1;
    print(`${isRight ? "right" : "WRONG"}: ${what}${isRight ? "" : `\n${seen.slice(-1500)}`}`);
  });
}
await page.close();
await fixture.close();
await served.close();
process.exit(failures === 0 ? 0 : 1);
