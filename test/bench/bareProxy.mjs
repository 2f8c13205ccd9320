// A minimal proxy to the port at the start of the path; prints its address.
import { Agent, createServer, request } from "node:http";

const agent = new Agent({ keepAlive: true });
const server = createServer((incoming, outgoing) => {
  const [, port, ...path] = (incoming.url ?? "").split("/");
  const { method, headers } = incoming;
  const passed = request({ agent, port, host: "127.0.0.1", path: `/${path.join("/")}`, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on("error", () => outgoing.destroy());
  incoming.pipe(passed);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
process.stdin.resume().once("close", () => process.exit(0));
