import { quote } from "../shownStates.ts";
import { isNamed, type TrueServer, type Truth } from "../truth.ts";
import type { ChangeCase } from "./changeCase.ts";

/** A server with a live deployment and an earlier version. */
function findLive({ servers = [], deployments = [] }: Truth, skip: number): TrueServer | undefined {
  const isRunning = ({ liveDeployment }: TrueServer) =>
    deployments.some(({ id, outcome }) => id === liveDeployment && outcome === "success");
  return servers.filter(isRunning)[skip] ?? servers[skip];
}

function findVersions({ artifacts = [] }: Truth, server: TrueServer): readonly string[] {
  return artifacts.find((one) => [server.name, ...server.alsoNamed].some((name) => isNamed(one, name)))?.versions ?? [];
}

function deploy(
  name: string,
  skip: number,
  pick: (versions: readonly string[], latest: string | undefined) => string | undefined,
): ChangeCase {
  return {
    name,
    operation: "server.deploy",
    plan: (truth) => {
      const server = findLive(truth, skip);
      const version = server && pick(findVersions(truth, server), server.latestVersion);
      if (!server || version === undefined) return undefined;
      const known = new Set(truth.deployments?.map(({ id }) => id));
      return {
        wish: `deploy ${quote(server.name)} ${version}`,
        items: [server.id],
        call: async (client) => ({
          id: (await client.call("server.deploy", { id: server.id, version, environment: {} })).id,
        }),
        check: ({ deployments = [] }) => {
          const made = deployments.find(({ id }) => !known.has(id));
          if (!made) return "there is no new deployment";
          if (made.server !== undefined && !isNamed(server, made.server)) return `${quote(made.server)} was deployed`;
          return made.version === undefined || made.version === version
            ? undefined
            : `version ${made.version} was deployed`;
        },
      };
    },
  };
}

const stopServer: ChangeCase = {
  name: "stop server",
  operation: "server.update",
  plan: (truth) => {
    const server = findLive(truth, 4);
    if (!server) return undefined;
    return {
      wish: `stop ${quote(server.name)}`,
      items: [server.id],
      call: async (client) => {
        await client.call("server.update", { id: server.id, desiredState: "stopped" });
        return {};
      },
      check: ({ deployments = [] }) => {
        const live = deployments.find(({ id }) => id === server.liveDeployment);
        return live && live.outcome !== "stopped" ? `its deployment is ${quote(live.state)}` : undefined;
      },
    };
  },
};

const readme = (name: string, text: string) => ({
  path: "SKILL.md",
  encoding: "utf8" as const,
  content: `---\nname: ${name}\ndescription: ${text} Use it in a test.\n---\n\n# ${name}\n\n${text}\n`,
});

const publishSkill: ChangeCase = {
  name: "publish new skill",
  operation: "skills.create",
  plan: ({ projects = [] }) => {
    const project = projects[1] ?? projects[0];
    const name = "judge-skill";
    if (!project) return undefined;
    const files = [readme(name, "Checks a service.")];
    return {
      wish: `publish the new skill ${quote(name)}`,
      items: [name],
      call: (client) => client.call("skills.create", { projectId: project.id, publish: true, files, version: "1.0.0" }),
      check: ({ skills = [] }) => {
        const made = skills.filter((one) => isNamed(one, name));
        return made.length === 1 ? undefined : `${made.length} skills are called ${quote(name)}`;
      },
    };
  },
};

const updateSkill: ChangeCase = {
  name: "publish skill version",
  operation: "skill.update",
  plan: ({ skills = [] }) => {
    const skill = skills[4] ?? skills[0];
    if (!skill) return undefined;
    const version = "9.0.0";
    const files = [readme(skill.name, "Checks a service better.")];
    return {
      wish: `publish ${quote(skill.name)} ${version}`,
      items: [skill.id],
      call: async (client) => ({ name: (await client.call("skill.update", { id: skill.id, files, version })).name }),
      check: (after) => {
        const now = after.skills?.find(({ id }) => id === skill.id);
        return now?.latestVersion === skill.latestVersion ? `its version is still ${skill.latestVersion}` : undefined;
      },
    };
  },
};

const installSkill: ChangeCase = {
  name: "install skill",
  operation: "skill.install",
  plan: ({ skills = [] }) => {
    const skill = skills[6] ?? skills[0];
    if (!skill?.latestVersion) return undefined;
    const target = {
      scope: "workspace",
      agent: "agents",
      path: `.agents/skills/${skill.name}`,
      machine: "judge",
    } as const;
    const known = new Set(skill.installations?.map(({ id }) => id));
    const version = skill.latestVersion;
    return {
      wish: `install ${quote(skill.name)} ${version} for ${target.agent} in ${target.path}`,
      items: [skill.id],
      call: async (client) => ({ id: (await client.call("skill.install", { id: skill.id, version, target })).id }),
      check: (after) => {
        const all = after.skills?.find(({ id }) => id === skill.id)?.installations ?? [];
        const made = all.find(({ id }) => !known.has(id));
        if (!made) return "there is no new installation";
        if (made.agent !== undefined && made.agent !== target.agent) return `it is for the agent ${quote(made.agent)}`;
        if (made.path !== undefined && made.path !== target.path) return `it is in the folder ${quote(made.path)}`;
        return made.version === undefined || made.version === version ? undefined : `it is version ${made.version}`;
      },
    };
  },
};

function test(kind: "server" | "skill"): ChangeCase {
  const runsOf = (truth: Truth) => (kind === "server" ? truth.serverTestRuns : truth.skillTestRuns) ?? [];
  return {
    name: `test ${kind}`,
    operation: `${kind}TestRuns.start`,
    plan: (truth) => {
      const items = (kind === "server" ? truth.servers : truth.skills) ?? [];
      const item = items[9] ?? items[0];
      if (!item) return undefined;
      const known = new Set(runsOf(truth).map(({ id }) => id));
      return {
        wish: `test ${quote(item.name)}`,
        items: [item.id],
        call: async (client) =>
          kind === "server"
            ? { id: (await client.call("serverTestRuns.start", { id: item.id })).id }
            : {
                id: (
                  await client.call("skillTestRuns.start", {
                    id: item.id,
                    ...(item.latestVersion && { version: item.latestVersion }),
                  })
                ).id,
              },
        check: (after) => (runsOf(after).some(({ id }) => !known.has(id)) ? undefined : "there is no new test run"),
      };
    },
  };
}

export const runChanges: readonly ChangeCase[] = [
  deploy("deploy latest", 1, (_, latest) => latest),
  deploy("deploy earlier version", 2, (versions) => versions[1]),
  stopServer,
  publishSkill,
  updateSkill,
  installSkill,
  test("server"),
  test("skill"),
];
