import type { Client } from "../../api/client.ts";
import type { App } from "../../core/app.ts";
import { isAborted, messageOf } from "../../core/failure.ts";
import type { Node } from "../../core/nodes.ts";
import { passingRun } from "../../core/passingRun.ts";
import type { SkillVersion } from "../../core/skillVersion.ts";

const runTests = "Run Tests First";
const anyway = "Install Anyway";

/** Whether to go on: asked only where no test run passed with this very content. */
export async function mayInstall(app: App, client: Client, wanted: SkillVersion, node: Node): Promise<boolean> {
  const { name, version, skillId, digest } = wanted;
  if (await isProven(app, client, skillId, digest)) return true;
  const message = `${name} ${version} has no passing test run: nobody has shown that just this content works.`;
  const action = await app.messages.warning(message, runTests, anyway);
  if (action === runTests) await app.run("fairlead.skill.test", { node });
  return action === anyway;
}

/** A service that knows of no test runs cannot say so; that is no reason not to install. */
async function isProven(app: App, client: Client, skillId: string, digest: string): Promise<boolean> {
  try {
    return (await passingRun(client, { skillId }, digest)) !== undefined;
  } catch (error) {
    if (isAborted(error)) throw error;
    app.log.warning(`Whether the skill passed its tests could not be read: ${messageOf(error)}`);
    return true;
  }
}
