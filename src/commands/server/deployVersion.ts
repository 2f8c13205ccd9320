import type { Client } from "../../client/client.ts";
import type { Deployment } from "../../contract/deployments.ts";
import type { Version } from "../../contract/registry.ts";
import type { Server, Variable } from "../../contract/servers.ts";
import { askInTurn } from "../../core/foundation/askInSequence.ts";
import { isAborted, messageOf } from "../../core/foundation/failure.ts";
import { type Back, back, type Step } from "../../core/foundation/ports.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { say } from "../../core/foundation/showMessage.ts";
import { findVersion } from "../../core/registry/findRegistryVersion.ts";
import type { App } from "../app.ts";
import { mayRunCode, programsOf } from "../registry/codeConsent.ts";
import { mayUse } from "../registry/confirmUntestedVersion.ts";
import { versionNode } from "../registry/createVersionNode.ts";
import { made } from "./getServerLinks.ts";

/** Deploys a version, the latest unless said, and follows it until it serves or fails, which the watch tells. */
export async function deployVersion(
  app: App,
  client: Client,
  server: Server,
  version: string | null = server.latestVersion,
): Promise<void> {
  if (version === null) {
    say(app, "info", `${server.name} has no version to deploy yet. Generate it first.`);
    return;
  }
  if (!(await mayDeploy(app, client, server, version))) return;
  const environment = await askVariables(app, server);
  if (!environment) return;
  const deployment = await client.call("server.deploy", { id: server.id, version, environment });
  await followOrder(app, server.name, deployment);
}

/** Shows how a deployment comes along; cancelling ends only the watching. */
export async function followOrder(app: App, serverName: string, deployment: Deployment): Promise<void> {
  await made(app).keepLast(deployment.serverId);
  app.refresh("fairlead.servers", "fairlead.deployments");
  const title = `Deploying ${serverName} ${deployment.version}`;
  const followed = await runCancellable(app.progress, { title, in: "notification" }, (report, signal) =>
    app.watch.follow(deployment, {
      signal,
      onEvent: ({ kind, message }) => {
        if (kind === "state" || kind === "step") report(message);
      },
    }),
  );
  app.refresh("fairlead.servers", "fairlead.deployments");
  if (followed.kind === "done") return;
  const words = `No longer watching ${serverName} ${deployment.version}; its deployment goes on.`;
  say(app, "info", words, { "Watch Again": () => followOrder(app, serverName, deployment) });
}

type Environment = Readonly<Record<string, string>>;

/** Asks for what a server must find in its environment and does not have yet; undefined: escaped. */
async function askVariables(app: App, server: Server): Promise<Environment | undefined> {
  const missing = server.variables.filter(({ name, required }) => required && !Object.hasOwn(server.environment, name));
  const questions = missing.map((variable) => async (known: Environment, step: Step) => {
    const value = await askVariable(app, variable, {
      title: `Deploy ${server.name}`,
      value: Object.hasOwn(known, variable.name) ? known[variable.name] : undefined,
      step,
    });
    return value === undefined || value === back ? value : { ...known, [variable.name]: value };
  });
  return askInTurn<Environment>({}, questions);
}

interface Asking {
  readonly title: string;
  readonly value?: string | undefined;
  readonly step?: Step;
}

/** Asks for one variable's value; a secret is shown as dots and never as a default. */
function askVariable(
  app: App,
  { name, secret, description }: Variable,
  { title, value, step }: Asking,
): Promise<string | Back | undefined> {
  return app.prompts.input({
    title,
    prompt: `${name}${description ? `: ${description}` : ""}`,
    secret,
    ...(value !== undefined && !secret && { value }),
    ...(step && { step }),
    validate: (text) => (text === "" ? `${name} needs a value.` : undefined),
  });
}

/** Whether to deploy a version although nobody may have tested it, or agreed here to run its code. */
async function mayDeploy(app: App, client: Client, server: Server, version: string): Promise<boolean> {
  const { id: serverId, name, artifactId } = server;
  const found = artifactId === null ? undefined : await readVersion(app, client, artifactId, version);
  const called = `${name} ${version}`;
  const programs = await programsOf(app, client, found ? artifactId : null, version);
  const mayRun = () => mayRunCode(app, [{ owner: serverId, called, programs }]);
  if (artifactId === null || !found) return mayRun();
  const artifact = { id: artifactId, kind: "server", name, ownerId: serverId } as const;
  const node = versionNode({ artifact, version: found });
  const isWanted = await mayUse(app, client, {
    ...{ of: { kind: "server", id: serverId }, called, digest: found.digest, programs },
    anyway: "Deploy Anyway",
    runTests: () => app.run("fairlead.server.test", { node }),
  });
  return isWanted && mayRun();
}

/** A registry that cannot be read is no reason not to deploy. */
async function readVersion(app: App, client: Client, id: string, version: string): Promise<Version | undefined> {
  try {
    return await findVersion(client, id, version);
  } catch (error) {
    if (isAborted(error)) throw error;
    app.log.warning(`Version ${version} could not be read: ${messageOf(error)}`);
    return undefined;
  }
}
