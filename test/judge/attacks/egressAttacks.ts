import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { FileEntry } from "../../../src/contract/files.ts";
import type { Server } from "../../../src/contract/servers.ts";
import { generateServerFiles } from "../../../src/generator/generateServerFiles.ts";
import { builtRuntime } from "../../support/testBuild.ts";
import { findEvidence } from "./attackEvidence.ts";
import { type AttackName, listAttackFiles, listEgressAttacks } from "./attackPrograms.ts";
import type { AttackScene } from "./attackScene.ts";
import { type AttackOutcome, reportSchema } from "./serverAttacks.ts";

export interface EgressResult {
  readonly outcomes: readonly AttackOutcome[];
  /** Connections to the host that no document names. */
  readonly elsewhere: number;
  /** Whether the servers still reached the host that their document names. */
  readonly reachedAllowed: boolean;
}

/** A server whose document names one upstream tries to reach another. */
export async function runEgressAttacks(
  scene: AttackScene,
  isChosen: (attack: AttackName) => boolean,
): Promise<EgressResult> {
  const attacks = (await listEgressAttacks()).filter(isChosen);
  const counts = { allowed: 0, forbidden: 0 };
  const forbidden = await listen(
    () => (_, response) => response.writeHead(200, { Connection: "close" }).end("forbidden"),
    "127.0.0.1",
    () => counts.forbidden++,
  );
  const forbidden6 = await listen(
    () => (_, response) => response.writeHead(200, { Connection: "close" }).end("forbidden"),
    "::1",
    () => counts.forbidden++,
  );
  const allowed = await listen(
    () => (request, response) => {
      const to = new URL(request.url ?? "", "http://localhost").searchParams.get("to");
      if (to === null) return response.end("allowed");
      return response.writeHead(302, { Location: to }).end();
    },
    "127.0.0.1",
    () => counts.allowed++,
  );
  try {
    const targets = { allowed: { port: allowed.port }, forbidden: { port: forbidden.port, port6: forbidden6.port } };
    const outcomes = attacks.length === 0 ? [] : await attackUpstreams(scene, attacks, targets, counts);
    return { outcomes, elsewhere: counts.forbidden, reachedAllowed: counts.allowed > 0 };
  } finally {
    for (const server of [forbidden, forbidden6, allowed]) server.close();
  }
}

interface Upstreams {
  readonly allowed: { readonly port: number };
  readonly forbidden: { readonly port: number; readonly port6: number };
}

async function attackUpstreams(
  scene: AttackScene,
  attacks: readonly AttackName[],
  upstreams: Upstreams,
  counts: { forbidden: number },
) {
  const { service } = scene;
  const document = createDocument(upstreams.allowed.port);
  const environment = createEnvironment(upstreams.allowed.port);
  const outcomes: AttackOutcome[] = [];
  const tryOne = async (by: string, attack: AttackName, call: (targets: object) => Promise<string>) => {
    const { watched, targets } = scene.prepare(attack, "server", false);
    const before = counts.forbidden;
    const found = await findEvidence(scene, watched, async () =>
      reportSchema.parse(JSON.parse(await call({ ...targets, ...upstreams }))),
    );
    const seen = counts.forbidden - before;
    if (seen > 0) found.evidence.push(`${seen} connections to another host`);
    outcomes.push({ by, name: attack.name, ...found });
  };
  const generated = await service.create("Upstream", { kind: "openapi", document }, environment);
  scene.files.accept();
  const redirected = { group: "egress", name: "follow a redirect of the upstream" };
  const to = `http://localhost:${upstreams.forbidden.port}/`;
  await tryOne("generated server", redirected, async () =>
    JSON.stringify({ got: await generated.call("redirect", { to }).catch((error) => String(error)) }),
  );
  const source = { kind: "files" as const, entry: "server.mjs", files: await createAttackedFiles(document) };
  const changed = await service.create("Changed", source, environment);
  scene.files.accept();
  for (const attack of attacks)
    await tryOne("server with an upstream", attack, (targets) => changed.call("attack", { ...attack, targets }));
  return outcomes;
}

function createDocument(port: number): string {
  const parameters = [{ name: "to", in: "query", schema: { type: "string" } }];
  const get = {
    operationId: "redirect",
    summary: "Redirects.",
    parameters,
    responses: { 200: { description: "It." } },
  };
  return JSON.stringify({
    ...{ openapi: "3.1.0", info: { title: "Upstream", version: "1" }, servers: [{ url: `http://localhost:${port}` }] },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    security: [{ key: [] }],
    paths: { "/redirect": { get } },
  });
}

/** The generated server with the attacks as its code. */
async function createAttackedFiles(document: string): Promise<FileEntry[]> {
  const content = readFileSync(await builtRuntime(), "utf8");
  const generated = generateServerFiles({
    source: { document },
    name: "Changed",
    slug: "changed",
    version: "1.0.0",
    runtime: [{ path: "runtime.mjs", encoding: "utf8", content }],
  });
  if (!generated.ok) throw new Error("The document of the upstream cannot be used.");
  const attacks = listAttackFiles();
  const own = new Set(attacks.map(({ path }) => path));
  return [...generated.files.filter(({ path }) => !own.has(path)), ...attacks];
}

/** A key for the upstream, the host that the user agreed to, and its address. */
const createEnvironment =
  (port: number) =>
  ({ variables = [] }: Server): Record<string, string> =>
    Object.fromEntries(
      variables.map(({ name }) => {
        if (name === "API_BASE_URL") return [name, `http://localhost:${port}`];
        return [name, name.endsWith("HOSTS") ? `localhost:${port}` : "judge"];
      }),
    );

async function listen(create: () => RequestListener, host: string, onConnection: () => unknown) {
  const server = createServer(create());
  server.on("connection", onConnection).listen(0, host);
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
