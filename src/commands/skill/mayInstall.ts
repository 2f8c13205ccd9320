import type { Client } from "../../api/client.ts";
import type { App } from "../../core/app.ts";
import type { Node } from "../../core/nodes.ts";
import type { SkillVersion } from "../../core/skillVersion.ts";
import { mayUse } from "../version/mayUse.ts";

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
