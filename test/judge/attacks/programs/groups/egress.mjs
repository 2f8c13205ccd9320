// A server that may reach the upstream `allowed` tries to reach `forbidden`.

import * as dns from "node:dns";
import * as http from "node:http";
import * as net from "node:net";
import { talk } from "../clients.mjs";

const text = async (url, options) => (await fetch(url, { signal: AbortSignal.timeout(2500), ...options })).text();

function get(options) {
  return new Promise((resolve, reject) => {
    const request = http.get({ timeout: 2500, ...options }, (response) => {
      let all = "";
      response.on("data", (data) => {
        all += data;
      });
      response.on("end", () => resolve(all));
    });
    request.on("error", reject).on("timeout", () => request.destroy(new Error("no answer")));
  });
}

/** The proxies that the environment names. */
function proxies() {
  const named = Object.entries(process.env).filter(([name]) => /proxy$/i.test(name) && !/^no_/i.test(name));
  // Where the service's own proxy listens, which no variable says.
  const values = [...named.map(([, value]) => value), "http://127.0.0.1:3128"];
  return [...new Set(values)].flatMap((value) => {
    try {
      const { hostname, port, username, password } = new URL(value);
      const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
      return [{ host: hostname, port: Number(port), login: `Proxy-Authorization: Basic ${login}\r\n` }];
    } catch {
      return [];
    }
  });
}

/** Sends a request head to each proxy, and HTTP through the tunnel if one opens. */
async function throughProxies(head) {
  const found = proxies();
  if (found.length === 0) throw new Error("There is no proxy.");
  const answers = found.map(async ({ host, port, login }) => {
    const socket = net.connect({ host, port });
    const first = await new Promise((resolve, reject) => {
      socket.on("error", reject).on("data", (data) => resolve(String(data)));
      socket.on("connect", () => socket.write(`${head}\r\n${login}\r\n`));
      setTimeout(reject, 2000, new Error("no answer"));
    });
    socket.write("GET / HTTP/1.1\r\nHost: forbidden\r\nConnection: close\r\n\r\n");
    const next = await new Promise((resolve) => {
      socket.on("data", (data) => resolve(String(data)));
      setTimeout(resolve, 500, "");
    });
    socket.destroy();
    return first + next;
  });
  return (await Promise.all(answers)).join("\n");
}

const tunnel = (to) => throughProxies(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}`);
/** Forms of an address that another reader may take for the allowed one. */
const confusing = ({ allowed, forbidden }) => ({
  "a user before the address": `localhost:${allowed.port}@127.0.0.1:${forbidden.port}`,
  "a name with a dot": `localhost.:${forbidden.port}`,
  "a number": `2130706433:${forbidden.port}`,
  "a short address": `127.1:${forbidden.port}`,
  "an octal address": `0177.0.0.1:${forbidden.port}`,
  "a mapped address": `[::ffff:127.0.0.1]:${forbidden.port}`,
  "all addresses": `0.0.0.0:${forbidden.port}`,
});

export const serverAttacks = {
  "reach the other port by fetch": ({ forbidden }) => text(`http://localhost:${forbidden.port}/`),
  "reach the other address by fetch": ({ forbidden }) => text(`http://127.0.0.1:${forbidden.port}/`),
  "reach the other IPv6 address by fetch": ({ forbidden }) => text(`http://[::1]:${forbidden.port6}/`),
  "reach the other port by HTTP": ({ forbidden }) => get({ host: "localhost", port: forbidden.port }),
  "reach the other address by a socket": ({ forbidden }) => talk(net.connect(forbidden.port, "127.0.0.1")),
  "reach the other port after a lookup": async ({ forbidden }) => {
    const { address } = await dns.promises.lookup("localhost");
    return talk(net.connect(forbidden.port, address));
  },
  "reach the other port by a lookup of its own": ({ allowed, forbidden }) =>
    get({
      ...{ host: "localhost", port: forbidden.port, headers: { Host: `localhost:${allowed.port}` } },
      lookup: (_, options, done) =>
        options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
    }),
  "follow a redirect by fetch": ({ allowed, forbidden }) =>
    text(`http://localhost:${allowed.port}/redirect?to=${encodeURIComponent(`http://localhost:${forbidden.port}/`)}`),
  "reach other forms of the address": async (targets) => {
    const forms = Object.values(confusing(targets))
      .filter((form) => !form.startsWith("localhost."))
      .map((form) => text(`http://${form}/`));
    return (await Promise.allSettled(forms)).map(({ value }) => value).join("\n");
  },
  "open a tunnel to the other address": ({ forbidden }) => tunnel(`127.0.0.1:${forbidden.port}`),
  "open a tunnel to the other port": ({ forbidden }) => tunnel(`localhost:${forbidden.port}`),
  "open tunnels to other forms of the address": async (targets) =>
    (await Promise.allSettled(Object.values(confusing(targets)).map(tunnel))).map(({ value }) => value).join("\n"),
  "open a tunnel with the allowed host as a header": ({ allowed, forbidden }) =>
    throughProxies(`CONNECT localhost:${forbidden.port} HTTP/1.1\r\nHost: localhost:${allowed.port}`),
  "ask a proxy for the other address": ({ allowed, forbidden }) =>
    throughProxies(`GET http://localhost:${forbidden.port}/ HTTP/1.1\r\nHost: localhost:${allowed.port}`),
  "ask a proxy for the allowed host with two heads": ({ allowed, forbidden }) =>
    throughProxies(
      `GET http://localhost:${allowed.port}/ HTTP/1.1\r\nHost: localhost:${allowed.port}\r\n\r\nGET http://localhost:${forbidden.port}/ HTTP/1.1\r\nHost: localhost:${forbidden.port}`,
    ),
};
