import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../../src/service/network/freePort.ts";
import { authorityFile } from "../../../support/network/secureServer.ts";
import type { Measure } from "../../figure.ts";
import { startAttackedService } from "../refusedCallers/attackedService.ts";
import { type Attempt, attemptsAt } from "../refusedCallers/attempts.ts";
import { createSender, findWrong } from "../refusedCallers/sender.ts";
import { sendRightly } from "../refusedCallers/sendRightly.ts";
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
    const counts = { requests: 0, letIn: 0, worked: 0 };
    for (const entrance of Object.keys(entrances) as Entrance[]) await attack(entrance, findings, counts);
    const figure = `${counts.requests} requests by ${Object.keys(entrances).length} entrances: ${counts.letIn} let in; sent rightly ${counts.worked} work`;
    return { figure, met: findings.length === 0, findings };
  },
};

interface Counts {
  requests: number;
  letIn: number;
  worked: number;
}

async function attack(entrance: Entrance, findings: string[], counts: Counts) {
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
        if (wrong === undefined) continue;
        counts.letIn += 1;
        findings.push(`${entrance}, ${target.name}, ${attempts[index]?.how}: ${wrong}`);
      }
    }
    if (service.state() !== before) findings.push(`${entrance}: something was changed by a refused request.`);
    if (entrance === "past the proxy") return;
    const { worked, unproven } = await sendRightly(targets.filter(isPublic), send);
    counts.worked += worked;
    findings.push(...unproven.map((finding) => `${entrance}: ${finding}`));
  } finally {
    await service.close();
  }
}

/** The control API is refused at a public address. */
const isPublic = (target: Target) => !new URL(target.url).pathname.startsWith("/local/");

function listAttempts(entrance: Entrance, target: Target): Attempt[] {
  const { method, headers, body, proof } = target;
  const { pathname, search } = new URL(target.url);
  const right = { ...headers, ...(proof !== undefined && { authorization: proof }) };
  const sent = (how: string, more: Attempt["headers"] = {}): Attempt => {
    return { how, method, path: pathname + search, headers: { ...right, ...more }, body };
  };
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
    ...(isPublic(target) ? [] : [sent("its own token")]),
    ...(entrance === "past the proxy"
      ? [
          sent("its own token"),
          sent("the address of the proxy", { "x-forwarded-for": "10.0.0.1", forwarded: "for=10.0.0.1;proto=https" }),
          sent("the loopback name", { host: "127.0.0.1" }),
        ]
      : []),
  ];
}
