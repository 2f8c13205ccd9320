import type { Measure } from "../figure.ts";
import { startAttackedService } from "./refusedCallers/attackedService.ts";
import { attemptsAt } from "./refusedCallers/attempts.ts";
import { createSender, findWrong } from "./refusedCallers/sender.ts";
import type { Target } from "./refusedCallers/targets.ts";

const send = createSender((url) => ({ port: Number(new URL(url).port) }));

/** Sends raw requests to every endpoint. Nothing is random, so the short and the full form are the same. */
export const refusedCallers: Measure = {
  id: "S1",
  goal: "no token, foreign Host or Origin, text/plain: refused without effect, on every port; no CORS header",
  needs: "node",
  measure: async () => {
    const service = await startAttackedService();
    try {
      const before = service.state();
      const findings: string[] = [];
      let count = 0;
      for (const target of service.targets) {
        const attempts = attemptsAt(target);
        count += attempts.length;
        const replies = await Promise.all(attempts.map((attempt) => send(target, attempt)));
        for (const [index, reply] of replies.entries()) {
          const wrong = findWrong(target, reply);
          if (wrong !== undefined) findings.push(`${target.name}, ${attempts[index]?.how}: ${wrong}`);
        }
      }
      const changed = service.state() !== before;
      if (changed) findings.push("Something was changed by a request that was refused.");
      const worked = await controls(service.targets);
      // These requests need a connected account, a deployment, a run or a ticket. They are checked later.
      if (worked < service.targets.length - 12) findings.push(`Only ${worked} of the requests work at all.`);
      const figure = `${count} requests at ${service.targets.length} endpoints of ${service.ports.length} ports: ${findings.length} let in, ${changed ? "some" : 0} effects; sent rightly ${worked} work`;
      return { figure, met: findings.length === 0, findings };
    } finally {
      await service.close();
    }
  },
};

/** Counts the requests that succeed for an authorized caller. */
async function controls(targets: readonly Target[]): Promise<number> {
  let worked = 0;
  // Requests that delete run last.
  const order = [...targets].sort((one, other) => Number(one.method === "DELETE") - Number(other.method === "DELETE"));
  for (const target of order) {
    const { method, url, headers, body, proof } = target;
    const { pathname, search } = new URL(url);
    const right = { ...headers, ...(proof !== undefined && { authorization: proof }) };
    const { status } = await send(target, { how: "", method, path: pathname + search, headers: right, body });
    if (status < 300) worked += 1;
  }
  return worked;
}
