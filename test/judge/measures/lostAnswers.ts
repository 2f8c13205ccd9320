import type { Measure } from "../figure.ts";
import { loseOtherAnswers } from "./lostAnswers/otherServices.ts";
import { loseOwnAnswers } from "./lostAnswers/ownService.ts";

const seed = 20_261;
const posts = 10_000;
const services = 40;

export const lostAnswers: Measure = {
  id: "R2",
  goal: "0 duplicate effects of 10,000 POSTs whose answers were lost; none is repeated to another service unproven",
  needs: "node",
  measure: async () => {
    const own = await loseOwnAnswers(posts, seed);
    const other = await loseOtherAnswers(posts, services, seed);
    const findings = [...own.findings, ...other.findings];
    const figure = [
      `own service: ${own.posts} POSTs, ${own.lost} answers lost after the effect, ${own.failed} failures reported, ${own.twice} effects twice`,
      `${services} others: ${other.posts} POSTs, ${other.lost} lost or denied after the effect, ${other.twice} repeated (seed ${seed})`,
    ].join("; ");
    return { figure, met: own.twice + other.twice + findings.length === 0, findings };
  },
};
