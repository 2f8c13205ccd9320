import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { isTestRunFinished } from "../../../../src/contract/testRuns.ts";
import { formatHttpResponse, startRawServer } from "../../../support/network/rawServer.ts";
import { pollUntil } from "../../../support/pollUntil.ts";
import { createCodeServer, serverCode, startServerTest } from "../../../support/servers/codeServer.ts";
import { deployVersion } from "../../../support/servers/generateServer.ts";
import { startServiceProcess } from "../../../support/service/serviceProcess.ts";
import { createSkillText } from "../../../support/skills/skillText.ts";
import { listDescendants } from "../../attacks/hostProcesses.ts";

const configuredSecrets = {
  variable: "c4n4ryV4riable-0123456789-abcdef",
  model: "sk-c4n4ryM0del0123456789abcdefghijklmnopq",
} as const;

/** Searches the disk and the process table while the service works with secrets and after it is killed. */
export async function findServiceCanaries(): Promise<{
  readonly files: number;
  readonly processes: number;
  readonly leaks: readonly string[];
}> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-canaries-"));
  const service = await startServiceProcess(["--data", folder]);
  const { url = "", key = "" } = service.hello ?? {};
  const client = createServiceClient({ baseUrl: url, key: async () => key });
  const leaks: string[] = [];
  try {
    const secrets = { ...configuredSecrets, key, ...(await useSecrets(client)) };
    const found = look(service.pid, secrets, leaks);
    service.signal("SIGKILL");
    await service.ended;
    const files = filesIn(folder);
    for (const file of files)
      for (const [name, secret] of Object.entries(secrets))
        if (readFileSync(file).includes(secret)) leaks.push(`the ${name} is in ${file.slice(folder.length)}`);
    return { files: files.length, processes: found, leaks };
  } finally {
    await client.close();
    service.signal("SIGKILL");
    await service.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Deploys and tests a server that returns all it knows, tests a skill with a model that repeats its key, and issues tokens. */
async function useSecrets(client: ServiceClient): Promise<Readonly<Record<string, string>>> {
  const variables = [{ name: "UP_KEY", isRequired: true, isSecret: true }];
  const telling =
    "console.log(JSON.stringify(process.env)); console.error(process.argv.join(' ') + process.env.UP_KEY);";
  const server = await createCodeServer(client, serverCode(telling), {
    "server.json": JSON.stringify({ packages: [{ environmentVariables: variables }] }),
  });
  await client.call("server.update", { id: server.id, environment: { UP_KEY: configuredSecrets.variable } });
  await deployVersion(client, server.id);
  await startServerTest(client, server.id);
  const model = await startRawServer((socket, { headers }) =>
    socket.end(
      formatHttpResponse(
        401,
        { error: { message: `${headers.get("authorization")} is wrong` } },
        { connection: "close" },
      ),
    ),
  );
  const evals = JSON.stringify({
    skill_name: "it",
    evals: [{ id: 1, prompt: "Say it.", expectations: ["It says it."] }],
  });
  const files = Object.entries({ "SKILL.md": createSkillText("it"), "evals/evals.json": evals });
  const skill = await client.call("skills.create", {
    projectId: server.projectId ?? "",
    files: files.map(([path, content]) => ({ path, encoding: "utf8", content })),
  });
  const order = { baseUrl: `${model.url}/v1`, key: configuredSecrets.model, name: "m" };
  const run = await client.call("skillTestRuns.start", { id: skill.id, model: order });
  await pollUntil(
    () => client.call("skillTestRun.get", { id: run.id }),
    ({ status }) => isTestRunFinished(status),
  );
  await model.close();
  const { accessToken } = await client.call("runtime.token", { serverId: server.id });
  const { key } = await client.call("apiKeys.create", { name: "another" });
  return { token: accessToken, "other key": key };
}

/** Checks the command lines of the service and its processes, and that a server's variable is only in that server's environment. */
function look(pid: number, secrets: Readonly<Record<string, string>>, leaks: string[]): number {
  const all = [pid, ...listDescendants(pid)];
  for (const one of all)
    for (const kind of ["cmdline", "environ"]) {
      const text = readFileSync(`/proc/${one}/${kind}`, "utf8");
      for (const [name, secret] of Object.entries(secrets)) {
        const isItsOwn = kind === "environ" && one !== pid && name === "variable";
        if (text.includes(secret) && !isItsOwn) leaks.push(`the ${name} is in the ${kind} of process ${one}`);
      }
    }
  return all.length;
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}
