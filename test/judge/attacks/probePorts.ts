import { once } from "node:events";
import { connect, type NetConnectOpts } from "node:net";

interface Probed {
  readonly nonce: string;
  readonly listenPort: number;
  readonly listenAbstract: string;
}

/** Tries from outside whether an attack listens where it says. */
export async function probePorts({ nonce, listenPort, listenAbstract }: Probed): Promise<string[]> {
  const wanted = `reached ${nonce}`;
  const [port, abstract, debug] = await Promise.all([
    readAnswer({ host: "127.0.0.1", port: listenPort }),
    readAnswer({ path: `\0${listenAbstract}` }),
    readAnswer({ host: "127.0.0.1", port: listenPort }, "GET /json/version HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"),
  ]);
  return [
    ...(port.includes(wanted) ? ["a port of the machine that it listens on"] : []),
    ...(abstract.includes(wanted) ? ["an abstract socket that it listens on"] : []),
    ...(/Protocol-Version/.test(debug) ? ["a debugger that listens"] : []),
  ];
}

/** Whether an MCP server answers at a port. */
export async function answersMcp(port: number): Promise<boolean> {
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const head = `POST /mcp HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${ping.length}\r\n\r\n`;
  return /"jsonrpc":"2.0"/.test(await readAnswer({ host: "127.0.0.1", port }, head + ping));
}

async function readAnswer(options: NetConnectOpts, text = ""): Promise<string> {
  const socket = connect(options);
  let answer = "";
  socket
    .setTimeout(300, () => socket.destroy())
    .on("data", (data) => {
      answer += String(data);
    });
  socket.on("error", () => undefined);
  if (text !== "") socket.write(text);
  await once(socket, "close").catch(() => undefined);
  return answer;
}
