import type { LocalSkills } from "../../../src/core/skill/localSkills.ts";

/** A machine without skills. */
export const noLocalSkills: LocalSkills = {
  sources: async () => [],
  copies: async () => [],
  lockProblem: () => undefined,
  clear: () => {},
  notice: () => false,
};
