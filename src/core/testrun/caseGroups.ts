const labels: Readonly<Record<string, string>> = {
  specification: "Follows the specification",
  links: "Links and scripts are there",
  portability: "Portability",
  script: "Scripts",
  trigger: "Triggers",
  eval: "Evals",
  protocol: "Protocol",
  check: "API",
  schema: "Tool schemas",
  smoke: "Smoke calls",
  case: "Own cases",
};
const order = Object.keys(labels);

/** The group of a case by its id; undefined for a case without a group. */
export function findCaseGroup(caseId: string): string | undefined {
  const end = caseId.indexOf(":");
  return end > 0 ? caseId.slice(0, end) : undefined;
}

export function formatCaseGroup(group: string): string {
  return (Object.hasOwn(labels, group) && labels[group]) || group;
}

/** A sort key in the order of execution, for groups and single cases. */
export function rankCaseGroup(id: string): string {
  const rank = order.indexOf(findCaseGroup(id) ?? id);
  return String(rank === -1 ? order.length : rank).padStart(2, "0");
}

/** Groups of a skill without model calls, which can run on every save. */
export const freeCaseGroups = ["specification", "links", "portability", "script"] as const;
