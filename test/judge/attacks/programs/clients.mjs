// What attacks on the network share.
import { createHook } from "node:async_hooks";

export const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a line and returns the first answer. */
export function talk(socket, line = "hello\n") {
  return new Promise((resolve, reject) => {
    socket.on("error", reject).on("data", (data) => resolve(String(data)));
    socket.on("connect", () => socket.write(line));
    setTimeout(reject, 2000, new Error("no answer"));
  }).finally(() => socket.destroy());
}

/** Posts JSON and returns the text of the response. */
export async function post(url, body, key) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.text();
}

export const json = async (text) => JSON.parse(await text);

/** Calls the tool `where` of a server, which returns its secret. */
export async function rpc(url, more = {}) {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...more };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "where" } });
  return (await fetch(url, { method: "POST", headers, body })).text();
}

/** The class of the requests with which a socket connects, seen when one of Node's own is made. */
export function findRequestClass(type, connect) {
  let found;
  const hook = createHook({
    init: (_id, name, _trigger, resource) => {
      if (name === type) found = resource.constructor;
    },
  }).enable();
  try {
    connect()
      .on("error", () => {})
      .destroy();
  } finally {
    hook.disable();
  }
  return found;
}
