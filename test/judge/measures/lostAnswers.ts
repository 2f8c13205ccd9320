import type { Measure } from "../figure.ts";
import { loseAnswers } from "./loseAnswers.ts";

const seed = 20_261;

export const lostAnswers: Measure = {
  id: "R2",
  goal: "0 duplicate effects of 10,000 POSTs whose answers were lost",
  needs: "node",
  measure: async () => {
    const { posts, lost, failed, twice, findings } = await loseAnswers(10_000, seed);
    const figure = `${posts} POSTs, ${lost} answers lost after the effect, ${failed} failures reported, ${twice} effects twice (seed ${seed})`;
    return { figure, met: twice + findings.length === 0, findings };
  },
};
