import { type Context, Hono } from "hono";
import { isLoopbackRedirect } from "../../contract/team/signIn.ts";
import type { ServiceContext } from "../context.ts";
import { isPublicRequest } from "../http/entrance.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import { createRateLimiter, type RateLimit } from "../http/rateLimiter.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { createHtmlPageResponse, createRedirect, isNavigation, isVisit, redirectToOwnUrl } from "../oauth/htmlPage.ts";
import { createBrowserCookie } from "../oauth/pendingAuthorizations.ts";
import type { AuthorizationCodes } from "./authorizationCodes.ts";
import { createReturnUrl, readAuthorizationRequest } from "./authorizationRequest.ts";
import * as pages from "./authorizePages.ts";
import type { GrantRequests, PendingGrantRequest } from "./grantRequests.ts";

interface AuthorizeParts {
  readonly requests: GrantRequests;
  readonly codes: AuthorizationCodes;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
}

export const authorizePath = "/oauth/authorize";
const waitPath = `${authorizePath}/wait`;
/** Of one address. */
const visitLimit: RateLimit = { burst: 120, perSecond: 1 };

/** The pages that the browser shows while an agent logs in. */
export function createAuthorizeRoutes(context: ServiceContext, parts: AuthorizeParts): Hono {
  const { requests, closing } = parts;
  const limitVisits = createRateLimiter(visitLimit, context.clock);
  const cookie = createBrowserCookie(context, { name: "fairlead_agent", path: waitPath });
  const routes = new Hono<HttpEnvironment>();

  routes.get(authorizePath, async (c) => {
    const redirected = redirectToOwnUrl(context, c);
    if (redirected) return redirected;
    if (!isVisit(c)) return createHtmlPageResponse(pages.unknownRequestPage);
    if (!isNavigation(c)) return createHtmlPageResponse(pages.embeddedRequestPage);
    if (isOverLimit(() => limitVisits(c.get("clientNetwork"))))
      return createHtmlPageResponse(pages.tooManyRequestsPage);
    const isLocal = !isPublicRequest(c);
    const read = await readAuthorizationRequest(context, new URL(c.req.url).searchParams, { isLocal, signal: closing });
    if (read.kind === "unknown") return createHtmlPageResponse(pages.createInvalidRequestPage(read.reason));
    if (read.kind === "refused") {
      const { error, description: error_description, returnTo } = read;
      const url = createReturnUrl(returnTo, context.baseUrl(), { error, error_description });
      return isLoopbackRedirect(returnTo.redirectUri)
        ? createRedirect(url)
        : createHtmlPageResponse(pages.createRefusedRequestPage(error_description, url));
    }
    const request = requests.add(read.request, { isLocal, network: c.get("clientNetwork") });
    if (!request) return createHtmlPageResponse(pages.tooManyRequestsPage);
    return createRedirect(`${waitPath}?id=${request.id}`, { "Set-Cookie": cookie.write(request.id, request.proof) });
  });

  routes.get(waitPath, async (c) => {
    const id = c.req.query("id") ?? "";
    const request = isVisit(c) ? requests.find(id) : undefined;
    if (!request || !cookie.hasProof(id, request.proof, c.req.header("Cookie")))
      return createHtmlPageResponse(pages.unknownRequestPage);
    if (c.req.query("shown") !== undefined) await requests.waitForAnswer(id, c.req.raw.signal);
    return respondToWait(context, parts, c, request);
  });
  return new Hono().route("/", routes);
}

function respondToWait(
  context: ServiceContext,
  { requests, codes }: AuthorizeParts,
  c: Context<HttpEnvironment>,
  request: PendingGrantRequest,
): Response {
  const { id, outcome, redirectUri, challenge } = request;
  const createUrl = (answer: Readonly<Record<string, string>>) => createReturnUrl(request, context.baseUrl(), answer);
  const deniedUrl = createUrl({ error: "access_denied" });
  if (outcome.kind === "denied") return createRedirect(deniedUrl);
  if (requests.isExpired(request)) return createHtmlPageResponse(pages.createExpiredPage(deniedUrl));
  if (outcome.kind === "pending") {
    const refreshUrl = `${c.req.path}?id=${id}&shown=1`;
    return createHtmlPageResponse(pages.createWaitingPage(request, requests.isEditorConnected(request), refreshUrl));
  }
  // One answer gives one code.
  requests.remove(id);
  const { grantId } = outcome;
  return createRedirect(createUrl({ code: codes.issue({ grantId, redirectUri, challenge }) }));
}

function isOverLimit(check: () => unknown): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof ServiceProblem) return true;
    throw error;
  }
}
