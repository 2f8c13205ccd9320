import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../../src/service/network/freePort.ts";
import { authorityFile } from "../../../support/network/secureServer.ts";
import type { Measure } from "../../figure.ts";
import { startAttackedService } from "../refusedCallers/attackedService.ts";
import { type Attempt, attemptsAt } from "../refusedCallers/attempts.ts";
import { createSender, findWrong, type Send } from "../refusedCallers/sender.ts";
import type { Target } from "../refusedCallers/targets.ts";

const tlsFile = (name: string) => fileURLToPath(new URL(`../../../fixtures/tls/${name}`, import.meta.url));
const url = "https://service.example";

/** The ways in which a service for a team is reached. */
const entrances = {
  "with a certificate": { hasTls: true, trustedProxies: [] },
  "behind a proxy": { hasTls: false, trustedProxies: ["127.0.0.1"] },
  "past the proxy": { hasTls: false, trustedProxies: ["10.0.0.1"] },
} as const;
type Entrance = keyof typeof entrances;

/** All that is refused on the machine of the service, at its public address; and what is for that machine alone. */
export const publicCallers: Measure = {
  id: "S1",
  goal: "at the public address of a team's service: the same refused, and the control API, foreign names and callers past the proxy",
  needs: "node",
  isLong: true,
  measure: async () => {
    const findings: string[] = [];
    const counts = { requests: 0, worked: 0 };
    for (const entrance of Object.keys(entrances) as Entrance[]) await attack(entrance, findings, counts);
    const figure = `${counts.requests} requests by ${Object.keys(entrances).length} entrances: ${findings.length} let in; sent rightly ${counts.worked} work`;
    return { figure, met: findings.length === 0 && counts.worked > 60, findings };
  },
};

async function attack(entrance: Entrance, findings: string[], counts: { requests: number; worked: number }) {
  const { hasTls, trustedProxies } = entrances[entrance];
  const port = await findFreePort();
  const tls = hasTls ? { certFile: tlsFile("service.pem"), keyFile: tlsFile("service.key") } : undefined;
  const service = await startAttackedService({ host: "127.0.0.1", port, url, tls, trustedProxies });
  const authority = readFileSync(authorityFile, "utf8");
  const send = createSender(() => (hasTls ? { port, authority } : { port }));
  try {
    const before = service.state();
    const targets = service.targets.filter((target) => target.url.startsWith(url));
    for (const target of targets) {
      const attempts = listAttempts(entrance, target);
      counts.requests += attempts.length;
      for (const [index, reply] of (await Promise.all(attempts.map((attempt) => send(target, attempt)))).entries()) {
        const wrong = findWrong(target, reply);
        if (wrong !== undefined) findings.push(`${entrance}, ${target.name}, ${attempts[index]?.how}: ${wrong}`);
      }
    }
    if (service.state() !== before) findings.push(`${entrance}: something was changed by a refused request.`);
    if (entrance !== "past the proxy") counts.worked += await countWorking(targets, send);
  } finally {
    await service.close();
  }
}

function listAttempts(entrance: Entrance, target: Target): Attempt[] {
  const { method, headers, body, proof } = target;
  const { pathname, search } = new URL(target.url);
  const right = { ...headers, ...(proof !== undefined && { authorization: proof }) };
  const sent = (how: string, more: Attempt["headers"] = {}): Attempt => {
    return { how, method, path: pathname + search, headers: { ...right, ...more }, body };
  };
  const isForThisMachine = pathname.startsWith("/local/");
  const names = ["127.0.0.1", "localhost", "[::1]", "service.example.attacker.example", "attacker.example", ""];
  return [
    ...attemptsAt(target),
    ...names.map((host) => sent(`Host: ${host}`, { host })),
    ...["http://service.example", "http://localhost", "null"].map((origin) => sent(`Origin: ${origin}`, { origin })),
    // Only a trusted proxy says it, and only of the public name.
    ...(entrance === "behind a proxy"
      ? names.slice(0, -1).map((name) => sent(`X-Forwarded-Host: ${name}`, { "x-forwarded-host": name }))
      : [
          sent("a public name in X-Forwarded-Host", {
            host: "attacker.example",
            "x-forwarded-host": "service.example",
          }),
        ]),
    ...(isForThisMachine ? [sent("its own token")] : []),
    ...(entrance === "past the proxy"
      ? [
          sent("its own token"),
          sent("the address of the proxy", { "x-forwarded-for": "10.0.0.1", forwarded: "for=10.0.0.1;proto=https" }),
          sent("the loopback name", { host: "127.0.0.1" }),
        ]
      : []),
  ];
}

async function countWorking(targets: readonly Target[], send: Send): Promise<number> {
  let worked = 0;
  const order = [...targets].sort((one, other) => Number(one.method === "DELETE") - Number(other.method === "DELETE"));
  for (const target of order) {
    const { method, headers, body, proof } = target;
    const { pathname, search } = new URL(target.url);
    const right = { ...headers, ...(proof !== undefined && { authorization: proof }) };
    const { status } = await send(target, { how: "", method, path: pathname + search, headers: right, body });
    if (status < 300) worked += 1;
  }
  return worked;
}
