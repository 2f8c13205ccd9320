import type { Client } from "../../client/client.ts";
import type { SkillVersion } from "../../core/skill/skillVersion.ts";
import type { Node } from "../../core/view/nodes.ts";
import type { App } from "../app.ts";
import { mayUse } from "../registry/confirmUntestedVersion.ts";

/** Whether to install a version although nobody may have tested it. */
export function mayInstall(app: App, client: Client, wanted: SkillVersion, node: Node): Promise<boolean> {
  const { name, version, skillId, digest } = wanted;
  return mayUse(app, client, {
    of: { kind: "skill", id: skillId },
    called: `${name} ${version}`,
    digest,
    anyway: "Install Anyway",
    runTests: () => app.run("fairlead.skill.test", { node }),
  });
}
