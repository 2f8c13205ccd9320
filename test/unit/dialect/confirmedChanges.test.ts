import { describe, expect, test } from "vitest";
import type { ConfirmRequest, RequestPreview, ServiceClient } from "../../../src/client/client.ts";
import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import {
  createErrorResponse,
  type DialectRequest,
  type DialectResponse,
  notFoundResponse,
  startDialectService,
} from "../../support/dialect/dialectService.ts";

const key = "sk-other-0123456789";
const project = { project_id: "a", display_name: "Shop", created_at: "2025-06-01T00:00:00Z" };
const newProject = { ...project, project_id: "c", display_name: "New", created_at: "2026-01-01T00:00:00Z" };
const other: DialectProfile = { version: 2, dialect: "other", operations: {} };

/** A service whose changes are answered so, and a user who answers each question in order. */
async function startConfirmed(
  answers: readonly boolean[],
  answer: (asked: DialectRequest) => DialectResponse,
  profile: DialectProfile = other,
) {
  const previews: RequestPreview[] = [];
  const confirm: ConfirmRequest = async (preview) => {
    previews.push(preview);
    const isConfirmed = answers[previews.length - 1];
    if (isConfirmed === undefined) throw new Error(`A question too many: ${preview.operation}`);
    return isConfirmed;
  };
  const reading = (asked: DialectRequest): DialectResponse => {
    if (asked.method !== "GET") return answer(asked);
    return asked.path === "projects" ? { body: { projects: [project] } } : notFoundResponse;
  };
  const service = await startDialectService(reading, profile, confirm);
  return { ...service, previews, changes: () => service.asked.filter(({ method }) => method !== "GET") };
}

const accepting = () => ({ status: 201, body: newProject });

describe("a change that is confirmed", () => {
  test("is sent as the preview shows it", async () => {
    const profile: DialectProfile = {
      ...other,
      headers: { "X-Client": "editor" },
      query: { edition: "3" },
      operations: { "projects.create": { wrapper: "$.project" } },
    };
    const { client, previews, changes, url } = await startConfirmed([true], accepting, profile);
    expect(await client.call("projects.create", { name: "New" })).toMatchObject({ id: "c" });
    expect(previews).toEqual([
      {
        ...{ operation: "projects.create", host: new URL(url).host, method: "POST" },
        url: `${url}/api/v1/projects?edition=3`,
        headers: {
          accept: "application/json",
          "x-client": "editor",
          authorization: "Bearer [key]",
          "content-type": "application/json",
        },
        body: { project: { display_name: "New" } },
      },
    ]);
    const [sent] = changes();
    expect(sent).toMatchObject({ method: "POST", query: { edition: "3" }, body: { project: { display_name: "New" } } });
    expect(sent?.headers).toMatchObject({ "x-client": "editor", authorization: `Bearer ${key}` });
  });

  test("is not sent without the confirmation, and ends as cancelled", async () => {
    const { client, changes, evidence } = await startConfirmed([false], accepting);
    const failure = await client.call("projects.create", { name: "New" }).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "NotConfirmedError", operation: "projects.create" });
    expect(String(failure)).toMatch(/it was not confirmed, so nothing was sent\.$/);
    expect([changes(), evidence("projects.create")]).toEqual([[], undefined]);
  });

  test("is confirmed once, however often a refusal corrects it", async () => {
    const { client, previews, changes } = await startConfirmed([true], ({ query }) =>
      "project_id" in query ? accepting() : createErrorResponse("project_id is required"),
    );
    await client.call("project.update", { id: "c", name: "New" });
    expect([previews.length, changes().map(({ query }) => query)]).toEqual([1, [{ id: "c" }, { project_id: "c" }]]);
  });

  test("has the deadline that was left when the user was asked", async () => {
    const service = await startConfirmed([true], accepting);
    const slow: ConfirmRequest = async () => {
      await service.clock.wait(120_000, undefined);
      return true;
    };
    const made = service.client.call("projects.create", { name: "New" }, { confirmRequest: slow, deadlineMs: 5000 });
    expect(await made).toMatchObject({ id: "c" });
  });

  test("is not sent if the call was cancelled meanwhile", async () => {
    const cancelling = new AbortController();
    const { client, changes } = await startConfirmed([], accepting);
    const confirmRequest: ConfirmRequest = async () => {
      cancelling.abort();
      return true;
    };
    const made = client.call("projects.create", { name: "New" }, { confirmRequest, signal: cancelling.signal });
    await expect(made).rejects.toMatchObject({ name: "AbortedError" });
    expect(changes()).toEqual([]);
  });
});

describe("the preview of a change", () => {
  const preview = async (send: (client: ServiceClient) => Promise<unknown>, profile?: DialectProfile) => {
    const { client, previews, changes } = await startConfirmed([false], accepting, profile);
    await expect(send(client)).rejects.toMatchObject({ name: "NotConfirmedError" });
    expect(changes()).toEqual([]);
    return previews[0];
  };
  const askToken = (client: ServiceClient) =>
    client.call("runtime.oauthToken", { grant_type: "client_credentials", client_secret: "flk_secret" });

  test("masks the values of environment variables, however short, and keeps their names", async () => {
    const environment = { TOKEN: "hunter2", LEVEL: "x" };
    const shown = await preview((client) =>
      client.call("servers.create", { projectId: "a", name: "x-ray", environment }),
    );
    expect(shown?.body).toMatchObject({ name: "x-ray", environment: { TOKEN: "***", LEVEL: "***" } });
  });

  test("has the fields of a form, and masks a value also inside a text that a template makes of it", async () => {
    expect((await preview(askToken))?.body).toEqual({ grant_type: "client_credentials", client_secret: "***" });
    const operations = { "runtime.oauthToken": { body: { form: "with {{client_secret}}" } } };
    expect((await preview(askToken, { ...other, operations }))?.body).toEqual({ form: "***" });
  });

  test("masks the key in whatever header it is", async () => {
    const profile: DialectProfile = { ...other, credential: { header: "X-Token", user: "ann" } };
    const shown = await preview((client) => client.call("projects.create", { name: "New" }), profile);
    expect(shown?.headers).toMatchObject({ "x-token": "Basic [key]" });
    expect(JSON.stringify(shown)).not.toContain(key);
  });
});

describe("a request of the operation console", () => {
  test("is confirmed until the service has accepted one", async () => {
    const { client, previews, changes } = await startConfirmed([false, true], accepting);
    const send = () => client.fetchResponse("projects.create", { name: "New" }, {});
    await expect(send()).rejects.toMatchObject({ name: "NotConfirmedError" });
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(201);
    expect([previews.length, changes().length]).toEqual([2, 2]);
  });

  test("is confirmed again after a refusal", async () => {
    const { client, previews } = await startConfirmed([true, true], () => createErrorResponse("No.", 403));
    const send = () => client.fetchResponse("projects.create", { name: "New" }, {});
    expect([(await send()).status, (await send()).status, previews.length]).toEqual([403, 403, 2]);
  });
});

describe("no confirmation is asked", () => {
  test("for reads, and for an operation that changes nothing", async () => {
    const { client } = await startConfirmed([], () => ({ body: { access_token: "tok_0123456789", expires_in: 60 } }));
    await client.call("projects.list", {});
    await client.call("runtime.token", { serverId: "s" });
    await client.fetchResponse("projects.list", {}, {});
  });

  test("for a call that says so", async () => {
    const { client, changes } = await startConfirmed([], accepting);
    await client.call("projects.create", { name: "New" }, { confirmRequest: null });
    expect(changes()).toHaveLength(1);
  });
});
