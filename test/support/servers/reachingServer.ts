/** A server whose tool `reach` requests a URL, responds with `size` bytes, aborts with `kill`, returns what `script` returns, or fills `fill` MB of memory. */
export const reachingServer = `
import http from "node:http";
const tools = [{ name: "reach", inputSchema: { type: "object" } }];
const reach = (url) => fetch(url).then(async (response) => response.status + " " + (await response.text()), (error) => {
  const messages = [];
  for (let one = error; one; one = one.cause) messages.push(one.message);
  return messages.join(" / ");
});
process.on("SIGTERM", () => { console.log("asked to end"); setTimeout(() => process.exit(0), 20); });
http.createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { id, method, params } = JSON.parse(text || "{}");
  const send = (result) => response.setHeader("Content-Type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  if (method === "initialize") return send({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } });
  if (method === "tools/list") return send({ tools });
  if (method !== "tools/call") return response.writeHead(202).end();
  const { url, kill, size, fill, script } = params.arguments;
  const filled = [];
  for (let mb = 0; mb < (fill ?? 0); mb += 1) filled.push(Buffer.alloc(1024 * 1024, 1));
  if (size) {
    response.setHeader("Connection", "close").setHeader("Content-Type", "application/json");
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "x".repeat(size) }] } }));
  }
  if (kill) return process.abort();
  send({ content: [{ type: "text", text: JSON.stringify({ label: script ? await new Function("return (async () => {" + script + "})()")() : await reach(url), pid: process.pid, env: process.env }) }] });
}).listen(Number(process.env.PORT), process.env.HOST);
`;
