import { startRawServer } from "../../../support/network/rawServer.ts";
import { findFlaw, waitForCallEnd } from "./callEnd.ts";
import { addCallEnd, busyMs, type CallTally, type CreateClient } from "./matrix.ts";
import { heldBytes } from "./watch.ts";

const deadlineMs = 15_000;
const mostHeld = 16 * 2 ** 20;
const megabyte = `100000\r\n${" ".repeat(0x100000)}\r\n`;

/** Reads bodies of 100 MB without a declared length in sequence. Their memory must be freed; returns the bytes that were not. */
export async function judgeBigBodies(tally: CallTally, create: CreateClient, calls: number): Promise<number> {
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    let sent = 0;
    const more = () => {
      while (!socket.destroyed && sent++ < 100 && socket.write(megabyte));
    };
    socket.on("drain", more);
    more();
  });
  const client = create({ baseUrl: server.url, key: async () => "flk_canary0123456789" });
  const judgeCall = async () => {
    const end = await waitForCallEnd(() => client.call("me.get", {}, { deadlineMs }), deadlineMs + 20_000);
    addCallEnd(tally, end);
    const { host } = new URL(server.url);
    const found = findFlaw(end, { names: ["me.get"], deadlineMs: deadlineMs + busyMs, host });
    const isTold = end.message.includes("larger than 64 MiB");
    if (found !== undefined || !isTold) tally.flaws.push(`a body of 100 MB without a length: ${found ?? end.message}`);
  };
  // The first body allocates what remains in memory: connections, code and lazily created parts of the table.
  await judgeCall();
  const before = heldBytes();
  for (let index = 1; index < calls; index += 1) await judgeCall();
  const grownBytes = Math.max(0, heldBytes() - before);
  if (grownBytes > mostHeld) tally.flaws.push(`bodies of 100 MB leave ${grownBytes} bytes behind`);
  await client.close();
  await server.close();
  return grownBytes;
}
