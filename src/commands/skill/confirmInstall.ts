import type { ServiceClient } from "../../client/client.ts";
import type { SkillVersion } from "../../core/skill/skillVersion.ts";
import type { TreeNode } from "../../core/view/nodes.ts";
import type { App } from "../app.ts";
import { confirmUntestedVersion } from "../registry/confirmUntestedVersion.ts";

export type ConfirmInstallContext = Pick<App, "connections" | "log" | "memory" | "messages" | "run">;

/** Confirms installing a version that is untested. */
export function confirmInstall(
  app: ConfirmInstallContext,
  client: ServiceClient,
  skillVersion: SkillVersion,
  node: TreeNode,
): Promise<boolean> {
  const { name, version, skillId, digest } = skillVersion;
  return confirmUntestedVersion(app, client, {
    of: { kind: "skill", id: skillId },
    called: `${name} ${version}`,
    digest,
    anyway: "Install Anyway",
    runTests: () => app.run("fairlead.skill.test", { node }),
  });
}
