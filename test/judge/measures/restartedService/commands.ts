import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { ConflictError, NotFoundError, StaleError, UnauthorizedError } from "../../../../src/client/errors.ts";
import { assertHolds } from "../fuzz/law.ts";
import { collectAll, compareWithService, type ServiceModel, waitForRuns } from "./model.ts";
import type { RestartableService } from "./restartableService.ts";

type Command = fc.AsyncCommand<ServiceModel, RestartableService, false>;

/** A step of a user; `when` is its precondition. */
const step = (
  name: string,
  when: (model: ServiceModel) => boolean,
  run: (model: ServiceModel, served: RestartableService) => Promise<void>,
): Command => ({
  check: (model) => when(model),
  run: async (model, served) => {
    await run(model, served);
    model.done += 1;
  },
  toString: () => name,
});

/** Returns the item at an index, for any number of items. */
function pick<T>(items: Iterable<T>, place: number): T {
  const list = [...items];
  const found = list[place % list.length];
  if (found === undefined) throw new Error("There is nothing to choose from.");
  return found;
}

async function refused(kind: abstract new (...args: never) => Error, work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => "It was done.",
    (error: unknown) => error,
  );
  assertHolds(outcome instanceof kind, () => `Not refused as ${kind.name}: ${String(outcome)}`);
}

const place = fc.nat(50);
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .filter((one) => one.trim() === one && one.isWellFormed() && one !== "");
const hasProject = ({ projects }: ServiceModel) => projects.size > 0;
const hasServer = ({ servers }: ServiceModel) => servers.size > 0;
const hasSkill = ({ skills }: ServiceModel) => skills.size > 0;

const skillFiles = (name: string, body: string) => [
  {
    path: "SKILL.md",
    encoding: "utf8" as const,
    content: `---\nname: ${name}\ndescription: Does it. Use when it is to be done.\n---\n\n${body}\n`,
  },
];

const newProject = fc.tuple(text, text).map(([name, description]) =>
  step(
    `make project ${JSON.stringify(name)}`,
    () => true,
    async (model, { client }) => {
      const key = randomUUID();
      const created = await client.call("projects.create", { name, description }, { idempotencyKey: key });
      model.projects.set(created.id, created);
      model.posts.push({ input: { name, description }, key, id: created.id });
    },
  ),
);

const projectSteps = [
  newProject,
  fc.tuple(place, text).map(([at, name]) =>
    step(`rename project ${at}`, hasProject, async (model, { client }) => {
      const { id, etag } = pick(model.projects.values(), at);
      const changed = await client.call("project.update", { id, name }, { ifMatch: etag });
      assertHolds(changed.etag !== etag, () => "Its etag stayed.");
      model.projects.set(id, changed);
      await refused(StaleError, client.call("project.update", { id, name: "x" }, { ifMatch: etag }));
    }),
  ),
  place.map((at) =>
    step(
      `send POST ${at} again`,
      ({ posts }) => posts.length > 0,
      async ({ posts }, { client }) => {
        const { input, key, id } = pick(posts, at);
        const again = await client.call("projects.create", input, { idempotencyKey: key });
        assertHolds(again.id === id, () => `${again.id} was created, though ${id} was.`);
      },
    ),
  ),
];

const newServer = fc.tuple(place, text).map(([at, name]) =>
  step("make server", hasProject, async (model, { client }) => {
    const { id: projectId } = pick(model.projects.values(), at);
    const created = await client.call("servers.create", {
      projectId,
      name,
      source: { kind: "template", template: "starter" },
    });
    model.servers.set(created.id, created);
  }),
);

const serverSteps = [
  newServer,
  fc.tuple(place, text).map(([at, description]) =>
    step(`describe server ${at}`, hasServer, async (model, { client }) => {
      const { id } = pick(model.servers.values(), at);
      model.servers.set(id, await client.call("server.update", { id, description }));
    }),
  ),
  place.map((at) =>
    step(`generate server ${at}`, hasServer, async (model, { client }) => {
      const { id } = pick(model.servers.values(), at);
      // A server that is already being generated returns a conflict.
      await client
        .call("server.generate", { id })
        .catch((error: unknown) => assertHolds(error instanceof ConflictError, () => String(error)));
    }),
  ),
  place.map((at) =>
    step(`deploy a server that is not there ${at}`, hasServer, async (model, { client }) => {
      const { id } = pick(model.servers.values(), at);
      await refused(NotFoundError, client.call("server.deploy", { id: `${id}x` }));
    }),
  ),
];

const newSkill = fc.tuple(place, word, text).map(([at, name, body]) =>
  step(`make skill ${name}`, hasProject, async (model, { client }) => {
    const { id: projectId } = pick(model.projects.values(), at);
    const isTaken = [...model.skills.values()].some(
      ({ skill }) => skill.projectId === projectId && skill.name === name,
    );
    const order = client.call("skills.create", { projectId, files: skillFiles(name, body) });
    if (isTaken) return await refused(ConflictError, order);
    const skill = await order;
    model.skills.set(skill.id, { skill, text: body, versions: [skill.latestVersion ?? ""] });
  }),
);

const skillSteps = [
  newSkill,
  fc.tuple(place, text).map(([at, body]) =>
    step(`change skill ${at}`, hasSkill, async (model, { client }) => {
      const { skill: old, text: before, versions } = pick(model.skills.values(), at);
      const skill = await client.call("skill.update", { id: old.id, files: skillFiles(old.name, body) });
      const isNew = before !== body;
      assertHolds(
        isNew === (skill.latestVersion !== old.latestVersion),
        () => `${old.latestVersion} became ${skill.latestVersion}`,
      );
      model.skills.set(skill.id, {
        skill,
        text: body,
        versions: isNew ? [...versions, skill.latestVersion ?? ""] : versions,
      });
    }),
  ),
  fc.tuple(place, word).map(([at, machine]) =>
    step(`install skill ${at}`, hasSkill, async (model, { client }) => {
      const { skill } = pick(model.skills.values(), at);
      const target = { scope: "user", agent: "claude", path: `/home/${skill.id}`, machine } as const;
      const before = await collectAll(client.list("skill.installations", { id: skill.id }));
      const created = await client.call("skill.install", { id: skill.id, target });
      for (const one of before)
        if (one.target?.machine === machine && one.status === "installed")
          model.installations.set(one.id, { skillId: skill.id, status: "removed" });
      model.installations.set(created.id, { skillId: skill.id, status: created.status });
    }),
  ),
  place.map((at) =>
    step(
      `uninstall ${at}`,
      ({ installations }) => installations.size > 0,
      async (model, { client }) => {
        const [id, { skillId }] = pick(model.installations, at);
        const removed = await client.call("skill.uninstall", { id: skillId, installationId: id });
        model.installations.set(id, { skillId, status: removed.status });
      },
    ),
  ),
  place.map((at) =>
    step(`test skill ${at}`, hasSkill, async (model, { client }) => {
      const { skill } = pick(model.skills.values(), at);
      model.runs.add((await client.call("skillTestRuns.start", { id: skill.id, cases: ["specification"] })).id);
    }),
  ),
];

const keySteps = [
  word.map((name) =>
    step(
      `make key ${name}`,
      () => true,
      async (model, { client }) => {
        const { id, scopes, prefix } = await client.call("apiKeys.create", { name, scopes: ["read", "deploy"] });
        model.keys.set(id, { name, scopes, prefix });
      },
    ),
  ),
  place.map((at) =>
    step(
      `delete key ${at}`,
      ({ keys }) => keys.size > 0,
      async (model, { client }) => {
        const id = pick(model.keys.keys(), at);
        await client.call("apiKeys.delete", { id });
        model.keys.delete(id);
        await refused(NotFoundError, client.call("apiKeys.delete", { id }));
      },
    ),
  ),
  fc.constant(
    step(
      "use a key, delete it, restart, use it again",
      () => true,
      async (_, served) => {
        const { id, key } = await served.client.call("apiKeys.create", { name: "short" });
        const own = () => createServiceClient({ baseUrl: served.url(), key: async () => key });
        const before = own();
        await before.call("me.get", {});
        await before.close();
        await served.client.call("apiKeys.delete", { id });
        await served.restart();
        const late = own();
        await refused(UnauthorizedError, late.call("me.get", {}));
        await late.close();
      },
    ),
  ),
  fc
    .tuple(fc.constantFrom("all" as const, "failures" as const, "none" as const), fc.integer({ min: 1, max: 90 }))
    .map(([notifyOn, keepDeployments]) =>
      step(
        "change settings",
        () => true,
        async (model, { client }) => {
          const { etag } = await client.call("userSettings.update", { notifyOn, keepDeployments });
          model.settings = { notifyOn, keepDeployments, etag };
        },
      ),
    ),
];

const restart = fc.constant(
  step(
    "restart",
    () => true,
    async (model, served) => {
      await served.restart();
      await compareWithService(model, served.client);
    },
  ),
);

/** Generates sequences of user steps that contain each kind, with restarts between any two steps. */
export function commandSequences(most: number): fc.Arbitrary<Iterable<Command>> {
  const restarts = [restart, restart, restart];
  const steps: fc.Arbitrary<Command>[] = [...projectSteps, ...serverSteps, ...skillSteps, ...keySteps, ...restarts];
  const rest = fc.commands(steps, { maxCommands: most, size: "max" });
  return fc
    .tuple(newProject, newServer, newSkill, rest)
    .map(([one, other, third, more]) => [one, other, third, ...more]);
}

/** At the end everything matches the model, also after a restart, and all work has ended. */
export async function checkAtEnd(model: ServiceModel, served: RestartableService): Promise<void> {
  await compareWithService(model, served.client);
  await served.restart();
  await compareWithService(model, served.client);
  await waitForRuns(model, served.client);
}
