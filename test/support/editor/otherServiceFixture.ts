import { saveProfile } from "../../../src/commands/compatibility/saveProfile.ts";
import { createProfileDocuments } from "../../../src/core/compatibility/profileDocuments.ts";
import { profileUri } from "../../../src/core/documents/profileUri.ts";
import { uriOfPlace } from "../../../src/core/documents/virtualUris.ts";
import type { startServedService } from "../service/servedService.ts";
import { type OtherAnswer, type OtherRequest, startOtherService } from "../services/jsonService.ts";
import { virtualPlace } from "./decodeVirtualUri.ts";
import { startingBench } from "./disconnectedFixture.ts";
import { documentOf, type EditedModel } from "./settingsFixture.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;
type Answers = Readonly<Record<string, OtherAnswer["body"]>>;

let clock = 1000;

/** The commands' world, connected to a service of another kind that answers GETs of these paths; a text is a web page. */
export async function otherBench(
  served: Served,
  answers: Answers,
  given: Parameters<typeof startingBench>[1] & {
    readonly answer?: (request: OtherRequest) => OtherAnswer | undefined;
  } = {},
) {
  const bodies: Record<string, unknown> = { me: { id: 7, login: "someone" }, ...answers };
  const service = await startOtherService((request) => {
    const name = request.path.replace("/api/v1/", "");
    const own = given.answer?.(request);
    if (own) return own;
    return request.method === "GET" && name in bodies ? { body: bodies[name] } : undefined;
  });
  const world = await startingBench(served, given);
  const { app } = world;
  const session = await app.connections.add({ baseUrl: service.url, key: "key_1" }, "Other");
  if (session.kind !== "connected") throw new Error(`The session is ${session.kind}.`);
  const models = new Map<string, EditedModel>();
  const documents = createProfileDocuments({
    app: async () => app,
    save: saveProfile,
    isDirty: (at) => models.get(uriOfPlace(at))?.isDirty ?? false,
    now: () => {
      clock += 10;
      return clock;
    },
  });
  Object.assign(app, { settingsDocuments: documents });
  const { host } = new URL(service.url);
  return {
    ...world,
    ...{ session, service, bodies, keeper: session.keeper, client: session.client, profiles: documents },
    uri: profileUri(session.connection),
    /** Opens the profile as the editor shows it. */
    open: async () => {
      const at = virtualPlace(profileUri(session.connection));
      const { bytes, revision } = await documents.read(at);
      const model = { text: Buffer.from(bytes).toString("utf8"), revision, isDirty: false };
      models.set(uriOfPlace(at), model);
      return documentOf(documents, at, model);
    },
    /** Messages, with the service's host left out. */
    told: () => world.shown.map((line) => line.replaceAll(host, "HOST")),
    /** What is wrong with the profile, by line. */
    problems: () =>
      (world.documents.problems.get(uriOfPlace(virtualPlace(profileUri(session.connection)))) ?? []).map(
        ({ line, message }) => `${line}: ${message}`,
      ),
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
