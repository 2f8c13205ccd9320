import { startService } from "../../../src/service/startService.ts";
import { type CleanEditor, startCleanEditor } from "../../e2e/cleanEditor.ts";
import { defaultThemeSettings } from "../../e2e/verbs/theme.ts";
import type { OpenWindow } from "../../e2e/window.ts";
import { startHttpProxy } from "../../support/network/httpProxy.ts";
import { authorityFile, startSecureProxy } from "../../support/network/secureServer.ts";
import type { Measure, MeasureResult } from "../figure.ts";
import { packOtherExtension, readTouchedGlobals, startExtensionService } from "./proxies/otherExtension.ts";
import { rows, type Setup, signIn } from "./proxies/rows.ts";
import { userSettings } from "./proxies/userSettings.ts";

export const proxies: Measure = {
  id: "R7",
  goal: "http.proxy, noProxy, proxy auth, private CA, environment only, support off: each works; others' fetch untouched",
  needs: "editor",
  measure: async () => {
    const network = await startNetwork();
    try {
      const bySystem = await measureWith(network, { SSL_CERT_FILE: authorityFile.pathname }, Object.keys(rows("")));
      const extra = { NODE_EXTRA_CA_CERTS: authorityFile.pathname };
      return foundOf([...bySystem, ...(await measureWith(network, extra, ["environment only"]))]);
    } finally {
      await network.close();
    }
  },
};

/** Returns the problem of a row; undefined if there is none. */
type Row = readonly [name: string, flaw: string | undefined];

function foundOf(table: readonly Row[]): MeasureResult {
  const findings = table.flatMap(([name, flaw]) => (flaw === undefined ? [] : [`${name}: ${flaw}`]));
  const figure = `${table.length - findings.length} of ${table.length} ways through the network as expected`;
  return { figure, met: findings.length === 0, findings };
}

type Network = Awaited<ReturnType<typeof startNetwork>>;

/** Starts a TLS service with a private authority and three proxies to it. */
async function startNetwork() {
  const service = await startService({ dataDir: null, runtimeFiles: [] });
  const front = await startSecureProxy(service.url);
  const wanted = `Basic ${Buffer.from(`${signIn.name}:${signIn.password}`).toString("base64")}`;
  const [open, guarded, environment] = await Promise.all([
    startHttpProxy(front.port),
    startHttpProxy(front.port, wanted),
    startHttpProxy(front.port),
  ]);
  return {
    ...{ service, open, guarded, environment },
    close: async () => {
      await Promise.all([open, guarded, environment].map((proxy) => proxy.close()));
      await front.close();
      await service.close();
    },
  };
}

async function measureWith(network: Network, trust: Record<string, string>, names: readonly string[]): Promise<Row[]> {
  const environment = { ...trust, HTTPS_PROXY: network.environment.url, NO_PROXY: "direct.example" };
  const other = await startExtensionService();
  const settings = { ...defaultThemeSettings, "standIn.url": other.url, "standIn.row": names[0] };
  const editor = await startCleanEditor({ settings, environment });
  const [trusted = ""] = Object.keys(trust);
  const table: Row[] = [];
  try {
    await editor.install(await packOtherExtension(editor.workspace));
    const window = await editor.open();
    for (const name of names) {
      table.push([`${name}, ${trusted}`, await flawOf({ network, editor, window }, name).catch(String)]);
      table.push([
        `another extension's fetch after ${name}, ${trusted}`,
        await readTouchedGlobals(window).catch(String),
      ]);
    }
    return table;
  } finally {
    await editor.close();
    await other.close();
  }
}

interface Place {
  readonly network: Network;
  readonly editor: CleanEditor;
  readonly window: OpenWindow;
}

async function flawOf({ network, editor, window }: Place, name: string): Promise<string | undefined> {
  const isGuarded = rows("")[name]?.signIn === true;
  const proxy = isGuarded ? network.guarded : network.open;
  const row = rows(proxy.url)[name];
  if (!row) return "there is no such row";
  const { host = "service.example" } = row;
  await userSettings(editor, window, name, row.settings);
  const counts = () =>
    [proxy, network.environment].map(({ seen }) => seen.filter((line) => line.includes(host)).length);
  const seen = counts();
  const outcome = await tryToConnect(window, { ...row, host }, network.service.issueKey(name));
  const through = counts().map((count, index) => count > (seen[index] ?? 0));
  const where = through[0] ? "settings" : through[1] ? "environment" : "none";
  if (where !== row.through) return `it went through ${where}: ${outcome}`;
  const isExpected = row.expected === "connected" ? outcome === "connected" : row.expected.test(outcome);
  return isExpected ? undefined : outcome;
}

/** Adds a connection as a user does, and returns the validation message if that fails. */
async function tryToConnect(
  window: OpenWindow,
  { expected, host }: Setup & { readonly host: string },
  key: string,
): Promise<string> {
  await window.runCommand("Fairlead: Add Connection...");
  await window.type("Add Connection", `https://${host}`);
  await window.type("Add Connection (2/2)", key);
  if (expected === "connected") {
    const left = window.messages.waitFor(/Connected to/).then(() => "connected");
    const outcome = await left.catch(() => window.validation("Add Connection"));
    await window.messages.dismissAll();
    return outcome;
  }
  await window.waitForTitle(/1\/2/);
  const message = await window.validation("Add Connection");
  await window.escape();
  return message;
}
