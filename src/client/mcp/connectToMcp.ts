import {
  type AuthProvider,
  Client,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  extractWWWAuthenticateParams,
  type RequestOptions,
  StreamableHTTPClientTransport,
  UriTemplate,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/client";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { createHttpAgents } from "../network/httpAgents.ts";
import { createHttpTransport, type HttpRequest } from "../transport.ts";
import { AcceptAnyOutput } from "./acceptAnyOutput.ts";
import { createMcpError, type McpChallenge, McpError } from "./createMcpError.ts";
import { createTransportFetch } from "./createTransportFetch.ts";
import { type ChangeFollowing, createChangeFollowing } from "./followChanges.ts";
import type {
  ConnectToMcp,
  McpConnection,
  McpConnectionOptions,
  McpContents,
  McpInputAnswer,
  McpProgress,
  McpResource,
} from "./mcpConnection.ts";
import { createSkillsClient, listMcpSkills, readMcpSkill, readMcpSkillDigests } from "./mcpSkills.ts";
import { acceptTasks, createTaskCalls, readCreatedTask, tasksCapability } from "./mcpTasks.ts";
import { readElicitation } from "./readElicitation.ts";
import { SilenceLimits } from "./silenceLimits.ts";
import { createStreamReconnection } from "./streamReconnection.ts";

const maxBytes = 32 * 2 ** 20;
/** Progress extends the time of a call up to the longest one. */
const times = { handshakeMs: 30_000, silentMs: 120_000, longestMs: 1_800_000 } as const;
const mostPages = 100;

/** Connects with the protocol version 2026-07-28, or with a session of an older one where the server has no newer. */
export const connectToMcp: ConnectToMcp = async (options, signal) => {
  const { network = {}, userAgent, url } = options;
  const http = createHttpTransport(createHttpAgents(network, process.env), userAgent);
  const requests = createRequestRecord(Object.keys(options.headers ?? {}));
  const fetch = createTransportFetch({
    transport: http,
    maxBytes,
    idleMs: times.longestMs,
    deadlineMs: times.longestMs,
    onRequest: requests.add,
  });
  const limits = new SilenceLimits(times.silentMs);
  const ask = createQuestions(options, limits);
  const client = createClient(ask);
  const target = parseUrl(url);
  const fail = (error: unknown, stop: AbortSignal, timeoutMs: number = times.silentMs) =>
    createMcpError(error, { host: target.host, timeoutMs, maxBytes, signal: stop, challenge: login?.challenge() });
  const closed = new AbortController();
  const login = createAuthorization(options, closed.signal);
  const following = createChangeFollowing(client, options.onListsChanged ?? (() => {}), closed.signal);
  const close = async () => {
    closed.abort();
    await client.close().catch(() => undefined);
    await http.close();
  };
  try {
    const requestInit = { headers: { ...options.headers } };
    const transport = new StreamableHTTPClientTransport(target, {
      requestInit,
      ...createStreamReconnection(client),
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (init?.method === "GET") following.onStreamOpened();
        return response;
      },
      ...(login && { authProvider: login.provider }),
    });
    await client.connect(transport, { signal, timeout: times.handshakeMs });
    acceptTasks(client, transport);
    return {
      ...createCalls({ client, requests, limits, ask, fail, following }),
      close: () => endSession(transport, close),
    };
  } catch (error) {
    await close();
    throw fail(error, signal, times.handshakeMs);
  }
};

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new McpError(l10n.t`${text} is not a URL of an MCP server. Correct the URL.`);
}

/** A server of an older version retains its session until it is ended. */
async function endSession(transport: StreamableHTTPClientTransport, close: () => Promise<void>): Promise<void> {
  await Promise.race([transport.terminateSession().catch(() => undefined), wait(1000)]);
  await close();
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

function createClient(ask: Ask): Client {
  const client = new Client(
    { name: "fairlead", version: "1" },
    {
      capabilities: { elicitation: { form: {}, url: {} }, extensions: tasksCapability },
      jsonSchemaValidator: new AcceptAnyOutput(),
      versionNegotiation: { mode: "auto" },
      listMaxPages: mostPages,
    },
  );
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    return { ...(await ask(params, mcpReq.signal)) };
  });
  return client;
}

type InputParams = ElicitRequestFormParams | Pick<ElicitRequestURLParams, "mode" | "message" | "url">;
type Ask = (params: InputParams, signal: AbortSignal) => Promise<McpInputAnswer>;

/** Asks the user. Where no user can be asked, and where a browser cannot open the page, it is declined. */
function createQuestions(
  { onInputDeclined = () => {}, onInput = async () => undefined }: McpConnectionOptions,
  limits: SilenceLimits,
): Ask {
  return async (params, signal) => {
    const request = readElicitation(params)?.request;
    const answer = request && (await limits.whileUserAnswers(() => onInput(request, signal)));
    if (!answer) onInputDeclined(params.message);
    return answer ?? { action: "decline" };
  };
}

const requiredPages = z
  .array(z.object({ mode: z.literal("url"), message: z.string(), url: z.string() }))
  .min(1)
  .max(10);

/** A server of 2025-11-25 may refuse a call until the user was at pages, and does not go on by itself. */
async function showRequiredPages(error: unknown, ask: Ask, signal: AbortSignal): Promise<never> {
  if (!(error instanceof UrlElicitationRequiredError)) throw error;
  const pages = requiredPages.safeParse(error.elicitations).data;
  if (!pages) throw error;
  for (const page of pages) await ask(page, signal);
  throw new McpError(
    l10n.t`The server did not run the tool: it needs you to finish a step on its page first. Finish it, then call the tool again.`,
    { cause: error },
  );
}

/** The SDK sends the token as a bearer token, and asks for another one once when the server refuses it. */
function createAuthorization({ authorize }: McpConnectionOptions, signal: AbortSignal) {
  if (!authorize) return undefined;
  let token: Promise<string | undefined> | undefined;
  let challenge: McpChallenge | undefined;
  let isLoggedOut = false;
  const read = async () => {
    const header = await authorize(signal, challenge !== undefined);
    isLoggedOut = header === undefined;
    return header?.replace(/^Bearer /i, "");
  };
  const provider: AuthProvider = {
    token: () => {
      token ??= read();
      // A failed reading is not retained.
      token.catch(() => {
        token = undefined;
      });
      return token;
    },
    onUnauthorized: async ({ response }) => {
      const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
      challenge = { resourceMetadataUrl: resourceMetadataUrl?.href, scope };
      token = undefined;
    },
  };
  return { provider, challenge: () => (isLoggedOut ? challenge : undefined) };
}

type Fail = (error: unknown, signal: AbortSignal) => Error;

interface CallParts {
  readonly client: Client;
  readonly requests: ReturnType<typeof createRequestRecord>;
  readonly limits: SilenceLimits;
  readonly ask: Ask;
  readonly fail: Fail;
  readonly following: ChangeFollowing;
}

function createCalls({ client, requests, limits, ask, fail, following }: CallParts): Omit<McpConnection, "close"> {
  const attempt = async <T>(signal: AbortSignal, work: (options: RequestOptions) => Promise<T>): Promise<T> => {
    try {
      return await work({ signal, timeout: times.silentMs, maxTotalTimeout: times.longestMs });
    } catch (error) {
      throw fail(error, signal);
    }
  };
  return {
    readContents: (signal) => attempt(signal, (options) => readContents(client, options)),
    callTool: (call, { signal, onProgress, meta }) =>
      attempt(signal, async () => {
        const given = { ...call, ...(meta && { _meta: { ...meta } }) };
        const running = limits.run(signal, (stop, onLife) => {
          const onprogress = (progress: McpProgress) => {
            onLife();
            // The SDK reports the rounds of a server that asks the user, which the page shows otherwise.
            if (!progress.message?.startsWith("Fulfilling input required by ")) onProgress(progress);
          };
          const timeout = { timeout: times.longestMs, maxTotalTimeout: times.longestMs };
          return client.callTool(given, { signal: stop, ...timeout, onprogress });
        });
        const result = await running.catch((error: unknown) => showRequiredPages(error, ask, signal));
        const task = readCreatedTask(result);
        return { ...(task ? { task } : { result }), request: requests.find(call) };
      }),
    ...createTaskCalls(client, attempt),
    readSkill: (uri, signal) => attempt(signal, (options) => readMcpSkill(createSkillsClient(client), uri, options)),
    readSkillDigests: (uri, signal) =>
      attempt(signal, (options) => readMcpSkillDigests(createSkillsClient(client), uri, options)),
    readResource: (uri, signal, variables) =>
      attempt(signal, (options) => {
        const named = variables ? new UriTemplate(uri).expand({ ...variables }) : uri;
        return client.readResource({ uri: named }, options);
      }),
    followLists: (signal) => attempt(signal, following.lists),
    followResource: (uri, signal, onUpdated) =>
      attempt(signal, (options) => following.resource({ uri, onUpdated }, options)),
    complete: (of, name, given, signal) =>
      attempt(signal, async (options) => {
        if (!client.getServerCapabilities()?.completions) return [];
        const ref =
          "prompt" in of
            ? ({ type: "ref/prompt", name: of.prompt } as const)
            : ({ type: "ref/resource", uri: of.template } as const);
        const context = { arguments: { ...given } };
        const { completion } = await client.complete({ ref, argument: { name, value: "" }, context }, options);
        return completion.values;
      }),
    getPrompt: (name, given, signal) =>
      attempt(signal, (options) => client.getPrompt({ name, arguments: given }, options)),
  };
}

/** Lists that the server does not have are empty. */
async function readContents(client: Client, options: RequestOptions): Promise<McpContents> {
  const own = client.getServerCapabilities();
  const given = { ...options, cacheMode: "refresh" } as const;
  const [{ tools }, { resources }, templates, { prompts }, skills] = await Promise.all([
    client.listTools({}, given),
    own?.resources ? client.listResources({}, given) : { resources: [] },
    // A server with resources need not know templates.
    own?.resources ? listTemplates(client, given).catch(() => []) : [],
    own?.prompts ? client.listPrompts({}, given) : { prompts: [] },
    // The others are shown without them.
    listMcpSkills(createSkillsClient(client), options).catch(() => []),
  ]);
  return { tools, resources: [...resources, ...templates], prompts, skills };
}

async function listTemplates(client: Client, options: RequestOptions): Promise<readonly McpResource[]> {
  const { resourceTemplates } = await client.listResourceTemplates({}, options);
  return resourceTemplates.map(({ uriTemplate, ...template }) => {
    return { ...template, uri: uriTemplate, variables: new UriTemplate(uriTemplate).variableNames };
  });
}

/** The last requests that call a tool, without credentials, the headers of the connection, and answers to questions. */
function createRequestRecord(ownHeaders: readonly string[]) {
  const most = 20;
  const calls: HttpRequest<string>[] = [];
  return {
    add: (request: HttpRequest<string>) => {
      if (!request.body?.includes('"tools/call"')) return;
      const secret = new Set(["authorization", ...ownHeaders.map((name) => name.toLowerCase())]);
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !secret.has(name)));
      calls.push({ ...request, headers, body: withoutAnswers(request.body) });
      if (calls.length > most) calls.shift();
    },
    find: ({ name, arguments: given }: Parameters<McpConnection["callTool"]>[0]) => {
      const text = JSON.stringify({ name, arguments: given }).slice(1, -1);
      return calls.findLast(({ body }) => body?.includes(text));
    },
  };
}

/** A server of 2026-07-28 gets the answers to its questions with the call. */
function withoutAnswers(body: string): string {
  const { params, ...message } = JSON.parse(body);
  return JSON.stringify({ ...message, params: { ...params, inputResponses: undefined, requestState: undefined } });
}
