import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request as sendRequest } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceClient } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { startService } from "../../../src/service/startService.ts";
import { createRandom, type Random } from "../../support/createRandom.ts";
import {
  formatHttpResponse,
  type RawRequest,
  type RawServer,
  startRawServer,
} from "../../support/network/rawServer.ts";
import type { Measure, MeasureResult } from "../figure.ts";

/** What happens to a request on its way to a service. */
type RequestFate =
  | { readonly kind: "passes" }
  /** The request never arrives. */
  | { readonly kind: "lost"; readonly instead: (socket: Socket) => unknown }
  /** The request arrives, but the client disconnects before the service handles it. */
  | { readonly kind: "overtaken" }
  /** The service handles the request, and `answered` decides about the response. */
  | { readonly kind: "acted"; readonly answered: (socket: Socket, answer: Buffer) => unknown };

/** A proxy that decides what happens to each complete request. */
async function startInterceptingProxy(
  target: string,
  chooseFate: (request: RawRequest) => RequestFate,
): Promise<RawServer> {
  const agent = new Agent({ keepAlive: true });
  const front = await startRawServer((socket, request) => {
    const fate = chooseFate(request);
    if (fate.kind === "lost") return void fate.instead(socket);
    if (fate.kind === "overtaken") socket.resetAndDestroy();
    forward(agent, target, request).then(
      (answer) => {
        if (fate.kind === "acted") fate.answered(socket, answer);
        else if (!socket.destroyed) socket.write(answer);
      },
      () => socket.resetAndDestroy(),
    );
  });
  return {
    ...front,
    close: async () => {
      await front.close();
      agent.destroy();
    },
  };
}

async function forward(agent: Agent, target: string, { method, target: path, headers, body }: RawRequest) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // The service accepts only its own host name.
    const requestHeaders = { ...Object.fromEntries(headers), host: new URL(target).host };
    sendRequest(new URL(path, target), { method, headers: requestHeaders, agent }, resolve)
      .once("error", reject)
      .end(body);
  });
  const chunks: Buffer[] = [];
  // A response without encoding yields buffers.
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  const lines = [`HTTP/1.1 ${answer.statusCode} Answer`];
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!/^(?:transfer-encoding|connection|keep-alive|content-length)$/.test(name)) lines.push(`${name}: ${value}`);
  }
  if (answer.statusCode !== 204) lines.push(`content-length: ${content.length}`);
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), content]);
}

const seed = 20_261;
const posts = 10_000;
const atOnce = 10;
const unlucky = ["NetworkError", "RateLimitedError"];

export const lostAnswers: Measure = {
  id: "R2",
  goal: "0 duplicate effects of 10,000 POSTs whose answers were lost",
  needs: "node",
  measure,
};

/** POSTs to the local service on disk. At least the first response to each is lost after the service acts. */
async function measure(): Promise<MeasureResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-lost-"));
  const service = await startService({ dataDir, runtimeFiles: [] });
  const random = createRandom(seed);
  const { fateOf, counts } = fates(random.part("fates"));
  const front = await startInterceptingProxy(service.url, fateOf);
  const key = async () => service.firstKey;
  const client = createServiceClient({ baseUrl: front.url, key, random: () => random.next() * 0.1 });
  const straight = createServiceClient({ baseUrl: service.url, key });
  const [project] = (await straight.call("projects.list", {})).items;
  const findings: string[] = [];
  const done = new Set<string>();
  let failed = 0;
  let next = 0;
  const work = async () => {
    for (let index = next++; index < posts; index = next++) {
      const name = `lost-${index}`;
      await make(client, name, project?.id ?? "", index).then(
        () => done.add(name),
        (error: unknown) => {
          failed += 1;
          // Every attempt failed, and the error says so.
          if (!(error instanceof Error) || !unlucky.includes(error.name)) findings.push(`${name}: ${String(error)}`);
        },
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const names = await allNames(straight);
  const distinct = new Set(names);
  for (const name of done) if (!distinct.has(name)) findings.push(`${name} was said to be made and is not there`);
  await client.close();
  await straight.close();
  await front.close();
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
  const twice = names.length - distinct.size;
  const figure = `${posts} POSTs, ${counts.lost} answers lost after the effect, ${failed} failures reported, ${twice} effects twice (seed ${seed})`;
  return { figure, met: twice + findings.length === 0, findings };
}

/** The first response for a key is always lost, and later ones sometimes. */
function fates(random: Random) {
  const seen = new Map<string, number>();
  const counts = { lost: 0 };
  const lose = (): RequestFate => {
    counts.lost += 1;
    return lostAfterwards(random);
  };
  const fateOf = ({ headers }: RawRequest): RequestFate => {
    const key = headers.get("idempotency-key") ?? "";
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    if (times === 0 || random.chance(0.3)) return lose();
    return random.chance(0.1) ? lostBefore(random) : { kind: "passes" };
  };
  return { fateOf, counts };
}

/** The service acts on a request and its response is incomplete, because of an end, a reset or a missing receiver. */
function lostAfterwards(random: Random): RequestFate {
  if (random.chance(0.1)) return { kind: "overtaken" };
  return {
    kind: "acted",
    answered: (socket, answer) => {
      const piece = answer.subarray(0, random.int(0, answer.length - 1));
      if (piece.length === 0) socket.resetAndDestroy();
      else if (random.chance(0.5)) socket.end(piece);
      else socket.write(piece, () => socket.resetAndDestroy());
    },
  };
}

/** The request does not arrive, because it is rejected for the moment or its connection breaks. */
function lostBefore(random: Random): RequestFate {
  const refused = formatHttpResponse(429, "", { "retry-after": "0" });
  return {
    kind: "lost",
    instead: (socket) => (random.chance(0.5) ? socket.write(refused) : socket.resetAndDestroy()),
  };
}

function make(client: ServiceClient, name: string, projectId: string, index: number): Promise<unknown> {
  const turn = index % 10;
  if (turn === 0) return client.call("apiKeys.create", { name });
  if (turn === 1) return client.call("skills.create", { projectId, files: [skillFile(name)] });
  return turn < 5 ? client.call("servers.create", { projectId, name }) : client.call("projects.create", { name });
}

function skillFile(name: string) {
  const content = `---\nname: ${name}\ndescription: Says it. Use when something is to be said.\n---\n\nSay it.\n`;
  return { path: "SKILL.md", encoding: "utf8", content } as const;
}

async function allNames(client: ServiceClient): Promise<string[]> {
  const names: string[] = [];
  for (const list of ["projects.list", "servers.list", "apiKeys.list", "skills.list"] as const) {
    for await (const { name } of client.list(list, { limit: 200 })) if (name.startsWith("lost-")) names.push(name);
  }
  return names;
}
