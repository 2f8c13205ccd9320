import { proposals } from "../../../src/dialect/propose/proposeKinds.ts";
import { formatVirtualUri } from "../../../src/extension/base/uris/virtualUris.ts";
import { profileUri } from "../../../src/extension/documents/model/remoteDocumentUri.ts";
import { saveProfile } from "../../../src/extension/profile/commands/saveProfile.ts";
import { createProfileDocuments } from "../../../src/extension/profile/model/profileDocuments.ts";
import { acceptProposals } from "../../../src/extension/profile/model/questions/answers.ts";
import type { startServedService } from "../service/servedService.ts";
import { type JsonServiceRequest, type JsonServiceResponse, startJsonService } from "../services/jsonService.ts";
import { decodeVirtualUri } from "./decodeVirtualUri.ts";
import { createDisconnectedFixture } from "./disconnectedFixture.ts";
import { type DocumentModel, openEditedDocument } from "./settingsFixture.ts";

type Served = Awaited<ReturnType<typeof startServedService>>;
type ResponsesByPath = Readonly<Record<string, JsonServiceResponse["body"]>>;

let clock = 1000;

/** A command fixture that is connected to a non-Fairlead service, which responds to GETs of these paths. A text is a web page. */
export async function createOtherServiceFixture(
  served: Served,
  responses: ResponsesByPath,
  options: Parameters<typeof createDisconnectedFixture>[1] & {
    readonly answer?: (request: JsonServiceRequest) => JsonServiceResponse | undefined;
  } = {},
) {
  const bodies: Record<string, unknown> = { me: { id: 7, login: "someone" }, ...responses };
  const service = await startJsonService((request) => {
    const name = request.path.replace("/api/v1/", "");
    const override = options.answer?.(request);
    if (override) return override;
    return request.method === "GET" && name in bodies ? { body: bodies[name] } : undefined;
  });
  const fixture = await createDisconnectedFixture(served, options);
  const { app } = fixture;
  const session = await app.connections.add({ baseUrl: service.url, key: "key_1" }, "Other");
  if (session.kind !== "connected") throw new Error(`The session is ${session.kind}.`);
  const models = new Map<string, DocumentModel>();
  const documents = createProfileDocuments({
    context: app,
    save: (edit) => saveProfile(app, edit),
    isDirty: (at) => models.get(formatVirtualUri(at))?.isDirty ?? false,
    now: () => {
      clock += 10;
      return clock;
    },
  });
  Object.assign(app, { settingsDocuments: documents });
  const { host } = new URL(service.url);
  return {
    ...fixture,
    ...{ session, service, bodies, profileStore: session.profileStore, client: session.client, profiles: documents },
    uri: profileUri(session.connection),
    /** Accepts all that is proposed of what was read. */
    accept: () => {
      const { profileStore } = session;
      profileStore.replace(acceptProposals(proposals, profileStore.read(), profileStore.samples()));
    },
    /** Opens the profile document. */
    open: async () => {
      const at = decodeVirtualUri(profileUri(session.connection));
      const { bytes, revision } = await documents.read(at);
      const model = { text: Buffer.from(bytes).toString("utf8"), revision, isDirty: false };
      models.set(formatVirtualUri(at), model);
      return openEditedDocument(documents, at, model);
    },
    /** The shown messages, with the service's host replaced. */
    readMessages: () => fixture.shown.map((line) => line.replaceAll(host, "HOST")),
    /** The problems of the profile, by line. */
    problems: () =>
      (fixture.documents.problems.get(formatVirtualUri(decodeVirtualUri(profileUri(session.connection)))) ?? []).map(
        ({ line, message }) => `${line}: ${message}`,
      ),
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
