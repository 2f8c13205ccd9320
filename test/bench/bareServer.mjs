// The least that listens and says where.
import { createServer } from "node:http";

const server = createServer((_request, response) => response.end());
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
