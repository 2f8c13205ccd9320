import type { LocalSkills } from "../../../src/extension/skill/model/localSkills.ts";

/** A machine without skills. */
export const noLocalSkills: LocalSkills = {
  sources: async () => [],
  isSearchGivenUp: () => false,
  copies: async () => [],
  clear: () => {},
  notice: () => false,
};
