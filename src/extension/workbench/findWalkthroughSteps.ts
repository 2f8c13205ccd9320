import type { ServiceClient } from "../../client/client.ts";

/** The steps of the walkthrough that the service shows to be done. */
export type WalkthroughStep = "fairlead.done.deployed" | "fairlead.done.skillTested";

/** The most skills whose test runs are read. */
const mostSkills = 10;

/** Finds what was done before, or in another window. What cannot be read is not done. */
export async function findWalkthroughSteps(client: ServiceClient): Promise<readonly WalkthroughStep[]> {
  const [isDeployed, isSkillTested] = await Promise.all([
    hasLiveServer(client).catch(() => false),
    hasTestedSkill(client).catch(() => false),
  ]);
  return [
    ...(isDeployed ? ["fairlead.done.deployed" as const] : []),
    ...(isSkillTested ? ["fairlead.done.skillTested" as const] : []),
  ];
}

async function hasLiveServer(client: ServiceClient): Promise<boolean> {
  const { items } = await client.call("servers.list", { limit: 200 });
  return items.some(({ liveDeploymentId }) => Boolean(liveDeploymentId));
}

async function hasTestedSkill(client: ServiceClient): Promise<boolean> {
  const { items } = await client.call("skills.list", { limit: mostSkills });
  for (const { id } of items) {
    const runs = await client.call("skillTestRuns.list", { id, limit: 1 });
    if (runs.items.length > 0) return true;
  }
  return false;
}
