import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { connectToService } from "../../../src/dialect/connect.ts";
import { openConnectionProfile } from "../../../src/extension/connection/model/connectionProfile.ts";
import { createKeyring } from "../../../src/extension/connection/model/keyring.ts";
import { root } from "../../host/prepare/paths.mjs";
import { createTestClock } from "../../support/client/testClock.ts";
import { createMapMemory } from "../../support/editor/mapMemory.ts";
import { createMapSecrets } from "../../support/editor/mapSecrets.ts";
import { formatHttpResponse, type RawServer, startRawServer } from "../../support/network/rawServer.ts";
import { sampleInputs } from "../../support/service/sampleInputs.ts";
import { startTestRelay } from "../../support/services/startTestRelay.ts";
import type { Measure, MeasureSize } from "../figure.ts";

const key = "flk_c4n4ryK3y0123456789abcdefghijklmnopqrstu";

/** A key is sent only to the origin it is stored for. No workspace setting names a service, a header or a program. */
export const boundKeys: Measure = {
  id: "S4",
  goal: "no workspace setting holds a URL, header or command; a key goes to its own origin only, across redirects too",
  needs: "node",
  measure: async (size) => {
    const settings = settingsOfWorkspaces();
    const redirects = await followedElsewhere(size);
    const origins = await keysForOthers();
    const findings = [...settings.wrong, ...redirects.wrong, ...origins.wrong];
    const figure = `${settings.all} settings, ${settings.wrong.length} that a workspace could misuse; ${redirects.calls} calls led elsewhere, ${redirects.arrived} requests arrived there; ${origins.asked} other origins asked for a key, ${origins.wrong.length} got one`;
    return { figure, met: findings.length === 0, findings };
  },
};

const manifest = z.object({
  contributes: z.object({
    configuration: z.object({
      properties: z.record(z.string(), z.looseObject({ type: z.unknown(), scope: z.string().optional() })),
    }),
  }),
});

/** A folder may set only numbers and switches, because a text could name a path or a program. */
function settingsOfWorkspaces() {
  const { properties } = manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).contributes
    .configuration;
  const all = Object.entries(properties);
  const harmless = ["number", "integer", "boolean"];
  const open = all.filter(([, { scope }]) => scope !== "application" && scope !== "machine");
  const wrong = open.filter(([, { type }]) => typeof type !== "string" || !harmless.includes(type));
  return { all: all.length, wrong: wrong.map(([name]) => `${name} is a workspace's to set`) };
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(operationTable, name);

/** Ways to refer to another origin. */
const leads: Readonly<Record<string, (elsewhere: RawServer, own: string) => string>> = {
  "another port": ({ url }) => `${url}/api/v1/me`,
  "no scheme": ({ url }) => `//${new URL(url).host}/api/v1/me`,
  backslashes: ({ url }) => `\\\\${new URL(url).host}\\me`,
  "a tab in it": ({ url }) => `/\t/${new URL(url).host}/me`,
  "another name of the host": ({ port }) => `http://localhost:${port}/me`,
  "a number for the host": ({ port }) => `http://2130706433:${port}/me`,
  "the service as a user": ({ url }, own) => `http://${new URL(own).host.replace(":", "%3A")}@${new URL(url).host}/me`,
  "another scheme": ({ port }) => `https://127.0.0.1:${port}/me`,
};

async function followedElsewhere(size: MeasureSize) {
  const elsewhere = await startRawServer((socket) =>
    socket.end(formatHttpResponse(200, { items: [], nextCursor: null })),
  );
  const wrong: string[] = [];
  let calls = 0;
  const statuses = size === "full" ? [200, 300, 301, 302, 303, 307, 308] : [307];
  const dialects = size === "full" ? (["contract", "unknown", "other"] as const) : (["contract"] as const);
  for (const [what, lead] of Object.entries(leads))
    for (const status of statuses) {
      const own = await startRawServer((socket, { headers }) => {
        const to = lead(elsewhere, `http://${headers.get("host")}`);
        const page = { items: [{ id: "x", name: "x" }], next: to, next_url: to, links: { next: to }, nextCursor: to };
        const headersOf = { location: to, link: `<${to}>; rel="next"`, refresh: `0; url=${to}`, connection: "close" };
        socket.end(formatHttpResponse(status, page, headersOf));
      });
      const before = elsewhere.requests.length;
      for (const dialect of dialects) calls += await callAll(own.url, dialect);
      const relay = await startTestRelay(own.url, key, 1);
      const init = {
        method: "POST",
        headers: { authorization: `Bearer ${relay.token}`, "content-type": "application/json" },
      };
      await fetch(`${relay.baseUrl}/chat/completions`, { ...init, body: "{}" });
      await relay.close();
      await own.close();
      const arrived = elsewhere.requests.slice(before);
      if (arrived.length > 0)
        wrong.push(
          `${what} (${status}): ${arrived.length} requests came, ${arrived.filter((one) => JSON.stringify([...one.headers]).includes(key)).length} with the key`,
        );
    }
  await elsewhere.close();
  return { calls, arrived: elsewhere.requests.length, wrong };
}

async function callAll(baseUrl: string, dialect: "contract" | "unknown" | "other"): Promise<number> {
  const store = openConnectionProfile(createMapMemory(), "c");
  store.save({ ...store.read(), dialect });
  const clock = { ...createTestClock(), now: Date.now };
  const client = connectToService({ baseUrl, key: async () => key, profileStore: store, clock, random: () => 0 });
  const names = Object.keys(sampleInputs).filter(isOperation);
  for (const name of names) await client.call(name, sampleInputs[name], { deadlineMs: 1000 }).catch(() => {});
  await client
    .list("projects.list", {}, { deadlineMs: 1000 })
    .next()
    .catch(() => {});
  await client.fetchJson("projects.list", {}, { deadlineMs: 1000 }).catch(() => {});
  await client.close();
  return names.length;
}

/** The keyring returns a key only for the origin it is stored for. */
async function keysForOthers() {
  const keyring = createKeyring(createMapSecrets());
  const at = { id: "c", name: "c", baseUrl: "https://fairlead.example:8443/base", kind: "remote" } as const;
  await keyring.write(at, { key });
  const others = [
    ...["http://fairlead.example:8443/base", "https://fairlead.example/base", "https://fairlead.example:8444/base"],
    ...[
      "https://evil.fairlead.example:8443",
      "https://fairlead.example.evil:8443",
      "https://fairlead.example:8443@evil",
    ],
    ...["https://evil/#https://fairlead.example:8443", "fairlead.example:8443", "", "https://fairlead.example:8443."],
  ];
  const leaked = await Promise.all(
    others.map(async (baseUrl) => ((await keyring.read({ ...at, baseUrl })) ? [baseUrl] : [])),
  );
  const own = await keyring.read({ ...at, baseUrl: "https://FAIRLEAD.example:8443/other" });
  const wrong = [...leaked.flat(), ...(own?.key === key ? [] : ["its own origin got none"])];
  return { asked: others.length, wrong };
}
