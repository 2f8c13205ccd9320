import { startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { getRuntimeToken } from "../../support/service/gatewayCall.ts";
import { publishFiles } from "../../support/service/publishFiles.ts";
import { report } from "../reportingProcess.ts";

/**
 * The service in a separate process, with a server that reports the number of each call to the port `FAIRLEAD_BENCH_COLLECTOR`. Prints
 * what is needed to call and to deploy it, and runs until its input ends.
 */
const source = `
import { createServer } from "node:http";
import { connect } from "node:net";
const collector = connect(Number(process.env.COLLECTOR), "127.0.0.1");
const tools = [{ name: "count", inputSchema: { type: "object" } }];
const lists = { ttlMs: 0, cacheScope: "private", resultType: "complete" };
const results = {
  "server/discover": { ...lists, supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, serverInfo: { name: "count", version: "1" } },
  "tools/list": { ...lists, tools },
};
createServer((request, response) => {
  let text = "";
  const answer = (id, result) => response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  request.setEncoding("utf8").on("data", (chunk) => (text += chunk)).on("end", () => {
    const { id, method, params } = JSON.parse(text);
    if (method !== "tools/call") return answer(id, results[method]);
    collector.write(params.arguments.number + "\\n", () => answer(id, { resultType: "complete", content: [] }));
  });
}).listen(Number(process.env.PORT), process.env.HOST);
`;
const bench = await startDeploymentFixture({ probeIntervalMs: 15_000 });
const serverId = bench.makeServer("promoted");
bench.setEnvironment(serverId, { COLLECTOR: process.env.FAIRLEAD_BENCH_COLLECTOR ?? "" });
const versions = Array.from({ length: 11 }, (_, index) => `1.${index}.0`);
for (const version of versions) {
  const files = [{ path: "server.mjs", content: `${source}// ${version}` }];
  publishFiles(bench.context, serverId, version, files, "server.mjs");
}
await bench.waitForStatus(bench.deploy(serverId, "1.0.0").id, "running");
const [baseUrl, token] = [bench.context.baseUrl(), await getRuntimeToken(bench, serverId)];
report({ baseUrl, key: bench.key, token, serverId, newer: versions.slice(1) }, () => bench.close());
