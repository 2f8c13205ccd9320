import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import type * as z from "zod";
import { apiKeyScopes } from "../../contract/operation.ts";
import {
  isLoopbackRedirect,
  type SignInRequest,
  signInCodeSchema,
  type signInKeySchema,
  type signInMethodsSchema,
  signInPaths,
  signInRequestSchema,
} from "../../contract/team/signIn.ts";
import { deleteApiKey, issueApiKey } from "../auth/apiKeys.ts";
import { authenticateRequest } from "../auth/authenticateRequest.ts";
import { createSingleUseTokens } from "../auth/singleUseTokens.ts";
import { addTeamMember } from "../auth/team.ts";
import type { ServiceContext } from "../context.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { parseJsonBody } from "../http/parseOperationInput.ts";
import { createRateLimiter, type RateLimit } from "../http/rateLimiter.ts";
import { formBodyLimit, readRequestBody } from "../http/requestBody.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { type CodeFlowState, type RegisteredClient, startCodeFlow } from "../oauth/codeFlow.ts";
import {
  createHtmlPageResponse,
  createRedirect,
  isVisit,
  redirectToOwnUrl,
  respondOrExplain,
} from "../oauth/htmlPage.ts";
import { discoverOpenIdProvider } from "../oauth/oauthProvider.ts";
import { createPendingAuthorizations } from "../oauth/pendingAuthorizations.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { recordRefusedSignIn, recordSignIn } from "./auditSignIn.ts";
import { type ProviderUser, readProviderUser } from "./readProviderUser.ts";
import * as pages from "./signInPages.ts";

/** The OpenID provider at which members sign in, and who becomes a member. */
export interface SignInOptions extends NewMembers {
  readonly issuer: string;
  readonly client: RegisteredClient;
  /** Scopes besides `openid`, `email` and `profile`. */
  readonly scopes: readonly string[];
}

/** A sign-in while the browser is at the provider. */
interface PendingSignIn {
  readonly request: SignInRequest;
  readonly flow: CodeFlowState;
}

/** What a code stands for until the editor exchanges it. */
interface GrantedKey {
  readonly userId: string;
  readonly name: string;
  readonly challenge: string;
}

interface SignInParts {
  readonly context: ServiceContext;
  readonly options: SignInOptions;
  readonly closing: AbortSignal;
  /** The provider's host. */
  readonly provider: string;
  readonly attempts: ReturnType<typeof createPendingAuthorizations<PendingSignIn>>;
  readonly codes: ReturnType<typeof createSingleUseTokens<GrantedKey>>;
}

const callbackPath = `${signInPaths.page}/callback`;
/** The user reads a page before the editor gets the code. */
const codeSeconds = 180;
/** A key ends some time after the provider no longer lets its user in. */
const keyDays = 30;
/** Of one address: enough for a team behind one proxy, and too little to crowd out the sign-ins of others. */
const attemptLimit: RateLimit = { burst: 60, perSecond: 1 };

/** The pages and requests with which an editor gets a key by a sign-in at an OpenID provider. `closing` ends requests to it. */
export function createSignInRoutes(context: ServiceContext, options: SignInOptions, closing: AbortSignal): Hono {
  const provider = URL.parse(options.issuer)?.host ?? options.issuer;
  const parts: SignInParts = {
    context,
    options,
    closing,
    provider,
    attempts: createPendingAuthorizations(context, { name: "fairlead_sign_in", path: callbackPath }),
    codes: createSingleUseTokens(context),
  };
  const limitAttempts = createRateLimiter(attemptLimit, context.clock);
  const routes = new Hono<HttpEnvironment>();

  routes.get(signInPaths.methods, (c) =>
    c.json({ browser: { provider } } satisfies z.input<typeof signInMethodsSchema>, 200, noStore),
  );
  routes.get(signInPaths.page, async (c) => {
    const redirected = redirectToOwnUrl(context, c);
    if (redirected) return redirected;
    const request = signInRequestSchema.safeParse(c.req.query()).data;
    if (!isVisit(c) || !request) return createHtmlPageResponse(pages.invalidRequestPage);
    if (!isLoopbackRedirect(request.redirect_uri))
      return createHtmlPageResponse(pages.createRefusedRedirectPage(readHost(request.redirect_uri)));
    const tooMany = explainLimit(() => limitAttempts(c.get("clientNetwork")));
    return tooMany ?? explainFailures(parts, c, request, () => startSignIn(parts, request, c.get("clientNetwork")));
  });
  routes.get(callbackPath, async (c) => {
    const returned = new URL(c.req.url).searchParams;
    const attempt = isVisit(c) ? parts.attempts.finish(returned.get("state") ?? "", c.req.header("Cookie")) : undefined;
    if (!attempt) return createHtmlPageResponse(pages.unknownSignInPage);
    return explainFailures(parts, c, attempt.request, () => finishSignIn(parts, c, { attempt, returned }));
  });
  routes.post(signInPaths.key, async (c) => {
    limitAttempts(c.get("clientNetwork"));
    const text = await readRequestBody(c.req.raw, "json", formBodyLimit);
    return c.json(exchangeCode(parts, c, parseJsonBody(text)), 201, noStore);
  });
  routes.delete(signInPaths.key, (c) => {
    const { keyId, keyExpiresAt } = authenticateRequest(context, c.req.header("Authorization"), undefined);
    // The last permanent key of a user is deleted only where the user sees it.
    if (keyExpiresAt === null)
      throw new ServiceProblem("conflict", "This key does not come from a sign-in. Delete it among the API keys.");
    context.db.transaction(() => {
      recordSignIn(context, c, { action: "signOut", keyId, status: 204 });
      deleteApiKey(context, keyId);
    });
    return c.body(null, 204);
  });
  return new Hono().route("/", routes);
}

/** Sends the browser to the provider. */
async function startSignIn(
  { context, options, closing, attempts }: SignInParts,
  request: SignInRequest,
  network: string,
) {
  const provider = await discoverOpenIdProvider(options.issuer, undefined, closing);
  const supported = provider.metadata.scopes_supported;
  const claims = ["email", "profile"].filter((scope) => supported?.includes(scope) ?? true);
  const { attempt, url } = await startCodeFlow({
    provider,
    client: options.client,
    redirectUri: context.baseUrl() + callbackPath,
    scopes: [...new Set(["openid", ...claims, ...options.scopes])],
  });
  return createRedirect(url.href, { "Set-Cookie": attempts.start({ request, flow: attempt }, network) });
}

/** Asks a member who comes back from the provider whether the editor may have a key. */
async function finishSignIn(
  { context, options, closing, codes, provider }: SignInParts,
  c: Context<HttpEnvironment>,
  { attempt, returned }: { readonly attempt: PendingSignIn; readonly returned: URLSearchParams },
): Promise<Response> {
  const { request, flow } = attempt;
  const refusedUrl = createRefusalUrl(request);
  if (returned.get("error") === "access_denied")
    return createHtmlPageResponse(pages.createDeniedPage(provider, refusedUrl));
  const answer = await readProviderUser(flow, returned, closing);
  if (answer.kind === "unverified") {
    recordRefusedSignIn(context, c, answer.email);
    return createHtmlPageResponse(pages.createUnverifiedPage(provider, answer.email, refusedUrl));
  }
  const { email } = answer.user;
  const userId = findOrAddMember(context, options, answer.user);
  if (userId === undefined) {
    recordRefusedSignIn(context, c, email);
    return createHtmlPageResponse(pages.createUnknownMemberPage(email, refusedUrl));
  }
  const granted = { userId, name: request.name, challenge: request.code_challenge };
  const continueUrl = createEditorUrl(request, { code: codes.issue(granted, codeSeconds).token });
  return createHtmlPageResponse(pages.createConsentPage({ email, editor: request.name, keyDays }, continueUrl));
}

/** Issues the key of a code to the editor that has the verifier. */
function exchangeCode(
  { context, codes, provider }: SignInParts,
  c: Context<HttpEnvironment>,
  body: unknown,
): z.input<typeof signInKeySchema> {
  const { code, codeVerifier } = signInCodeSchema.safeParse(body).data ?? {};
  const granted = code === undefined ? undefined : codes.redeem(code);
  if (!granted || codeVerifier === undefined || !isVerifier(codeVerifier, granted.challenge))
    throw new ServiceProblem("invalid_request", "The code is unknown, used or expired. Sign in again.");
  const expiresAt = new Date(context.clock().getTime() + keyDays * 86_400_000).toISOString();
  const { userId, name } = granted;
  return context.db.transaction(() => {
    const { id, key } = issueApiKey(context, { userId, name, scopes: apiKeyScopes, expiresAt });
    recordSignIn(context, c, { action: "signIn", keyId: id, status: 201 });
    context.log("info", `${userId} signed in at ${provider} and got the key ${id}.`);
    return { key, expiresAt };
  });
}

const noStore = { "Cache-Control": "no-store" };

function explainFailures(
  { context, provider }: SignInParts,
  c: Context<HttpEnvironment>,
  request: SignInRequest,
  respond: () => Promise<Response>,
): Promise<Response> {
  const failures = {
    consequence: `A sign-in at ${provider} failed.`,
    createFailedPage: (reason: string) => pages.createFailedPage(reason, createRefusalUrl(request)),
    createInternalErrorPage: (id: string) => pages.createInternalErrorPage(id, createRefusalUrl(request)),
  };
  return respondOrExplain(context, c, failures, respond);
}

/** The page in place of the problem of a limit. */
function explainLimit(check: () => unknown): Response | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    return createHtmlPageResponse(pages.createTooManyPage(error.message), error.headers);
  }
}

function createEditorUrl({ redirect_uri, state }: SignInRequest, answer: Readonly<Record<string, string>>): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, state })) url.searchParams.set(name, value);
  return url.href;
}

/** Where the editor learns that it gets no code (RFC 6749, section 4.1.2.1). */
const createRefusalUrl = (request: SignInRequest) => createEditorUrl(request, { error: "access_denied" });

const readHost = (uri: string) => URL.parse(uri)?.host || "another program";

function isVerifier(verifier: string, challenge: string): boolean {
  const hash = createHash("sha256").update(verifier).digest("base64url");
  return timingSafeEqual(Buffer.from(hash), Buffer.from(challenge));
}

/** Who may sign in besides the members that the service knows. */
interface NewMembers {
  /** Email addresses at these domains become members. */
  readonly domains: readonly string[];
  /** The names of the team's organizations. */
  readonly organizations: readonly string[];
}

/** Returns the id of the member with this email address. The first sign-in of an address at one of the domains creates it. */
function findOrAddMember(
  context: ServiceContext,
  { domains, organizations }: NewMembers,
  { email, name }: ProviderUser,
): string | undefined {
  const sql = `SELECT u.id FROM users u JOIN memberships m ON m.user_id = u.id AND m.organization_id = u.organization_id
    WHERE lower(u.email) = lower(?) ORDER BY u.id LIMIT 1`;
  const member = context.db.get(idRow, sql, email);
  if (member) return member.id;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.includes(domain) ? addTeamMember(context, organizations, { email, name }) : undefined;
}
