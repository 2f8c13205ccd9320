import type { Measure } from "../figure.ts";
import { startAttackedService } from "./refusedCallers/attackedService.ts";
import { attemptsAt } from "./refusedCallers/attempts.ts";
import { createSender, findWrong } from "./refusedCallers/sender.ts";
import { sendRightly } from "./refusedCallers/sendRightly.ts";

const send = createSender();

/** Sends raw requests to every endpoint. Nothing is random, so the short and the full form are the same. */
export const refusedCallers: Measure = {
  id: "S1",
  goal: "no token, foreign Host or Origin, text/plain: refused without effect, on every port; no CORS header",
  needs: "node",
  measure: async () => {
    const service = await startAttackedService();
    try {
      const before = service.state();
      const letIn: string[] = [];
      let count = 0;
      for (const target of service.targets) {
        const attempts = attemptsAt(target);
        count += attempts.length;
        const replies = await Promise.all(attempts.map((attempt) => send(target, attempt)));
        for (const [index, reply] of replies.entries()) {
          const wrong = findWrong(target, reply);
          if (wrong !== undefined) letIn.push(`${target.name}, ${attempts[index]?.how}: ${wrong}`);
        }
      }
      const changed = service.state() !== before;
      const effects = changed ? ["Something was changed by a request that was refused."] : [];
      const { worked, unproven } = await sendRightly(service.targets, send);
      const findings = [...letIn, ...effects, ...unproven];
      const figure = `${count} requests at ${service.targets.length} endpoints of ${service.ports.length} ports: ${letIn.length} let in, ${changed ? "some" : 0} effects; sent rightly ${worked} work`;
      return { figure, met: findings.length === 0, findings };
    } finally {
      await service.close();
    }
  },
};
