// A minimal server that prints its address.
import { createServer } from "node:http";

const server = createServer((_request, response) => response.end());
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
