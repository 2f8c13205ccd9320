import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import { type CommandContext, defineCommand, UsageError } from "../command.ts";

export const commentCommand = defineCommand({
  help: "Writes Markdown as a comment to the pull or merge request of the workflow that runs it, in place of its comment before.",
  example: "fairlead comment fairlead.md",
  operands: ["file"],
  options: z.object({ file: z.string().min(1).describe("What --summary of other commands wrote.") }),
  run: async ({ file }, { cwd, environment, signal }) => {
    const text = await readFile(resolve(cwd, file), "utf8").catch((cause: unknown) => {
      throw new UsageError(`${file} cannot be read. Correct the path.`, { cause });
    });
    const url = await writeComment(findPullRequest(environment), text, signal);
    return { ok: true, lines: [`Wrote the comment ${url}`], json: { url } };
  },
});

/** The comments of a pull request, at the API of its host. */
interface PullRequestComments {
  readonly url: string;
  /** The URL of one of them. */
  readonly formatUrl: (id: number) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly change: "PATCH" | "PUT";
}

/** Finds the comment again that an earlier run wrote. */
const marker = "<!-- fairlead -->";
/** GitHub refuses a comment of 65,536 characters. */
const mostCharacters = 60_000;
const pageSize = 100;
/** A comment behind ten thousand others is not looked for. */
const mostPages = 100;
const timeoutMs = 30_000;

/** The pull request of GitHub or the merge request of GitLab that a workflow runs for. */
function findPullRequest(environment: CommandContext["environment"]): PullRequestComments {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_REF: ref = "", GITHUB_TOKEN: token } = environment;
  const [, number] = /^refs\/pull\/(\d+)\//.exec(ref) ?? [];
  if (api && repository && number) {
    if (!token) throw new UsageError("Set GITHUB_TOKEN to github.token of the workflow.");
    const issues = `${api}/repos/${repository}/issues`;
    const headers = { Authorization: `Bearer ${token}`, Accept: "application/vnd.github+json" };
    const formatUrl = (id: number) => `${issues}/comments/${id}`;
    return { url: `${issues}/${number}/comments`, formatUrl, headers, change: "PATCH" };
  }
  const { CI_API_V4_URL: gitlab, CI_MERGE_REQUEST_PROJECT_ID: project, CI_MERGE_REQUEST_IID: request } = environment;
  if (gitlab && project && request) {
    if (!environment.GITLAB_TOKEN)
      throw new UsageError("Set GITLAB_TOKEN to an access token of the project with the scope api.");
    const url = `${gitlab}/projects/${project}/merge_requests/${request}/notes`;
    return {
      url,
      formatUrl: (id) => `${url}/${id}`,
      change: "PUT",
      headers: { "PRIVATE-TOKEN": environment.GITLAB_TOKEN },
    };
  }
  throw new UsageError("This is no workflow of a pull or merge request, so there is nothing to comment on.");
}

const commentSchema = z.looseObject({ id: z.number().int(), body: z.string().nullish() });
const writtenSchema = z.looseObject({ id: z.number().int(), html_url: z.string().optional() });

/** Writes the comment, or replaces the one of an earlier run, and returns its address. */
async function writeComment(comments: PullRequestComments, text: string, signal: AbortSignal): Promise<string> {
  const body = `${marker}\n${shorten(text)}`;
  const earlier = await findComment(comments, signal);
  const request =
    earlier === undefined
      ? ({ method: "POST", url: comments.url, body } as const)
      : ({ method: comments.change, url: comments.formatUrl(earlier), body } as const);
  const written = await send(comments, writtenSchema, request, signal);
  return written.html_url ?? comments.formatUrl(written.id);
}

async function findComment(comments: PullRequestComments, signal: AbortSignal): Promise<number | undefined> {
  for (let page = 1; page <= mostPages; page += 1) {
    const url = `${comments.url}?per_page=${pageSize}&page=${page}`;
    const found = await send(comments, z.array(commentSchema), { method: "GET", url }, signal);
    const earlier = found.find(({ body }) => body?.startsWith(marker));
    if (earlier || found.length < pageSize) return earlier?.id;
  }
  return undefined;
}

interface CommentRequest {
  readonly method: "GET" | "POST" | PullRequestComments["change"];
  readonly url: string;
  readonly body?: string;
}

async function send<Response>(
  { headers }: PullRequestComments,
  schema: z.ZodType<Response>,
  { method, url, body }: CommentRequest,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    // The token goes nowhere else.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    ...(body !== undefined && { body: JSON.stringify({ body }) }),
  }).catch((cause: unknown) => {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new UsageError(`${method} ${url} got no answer: ${reason}`, { cause });
  });
  const read = response.ok ? schema.safeParse(await response.json().catch(() => undefined)) : undefined;
  if (read?.success) return read.data;
  if (read) throw new UsageError(`${method} ${url} was answered with something else than comments.`);
  const advice = response.status === 403 ? " The token may not write: see pull-requests in permissions." : "";
  throw new UsageError(`${method} ${url} was answered with ${response.status}.${advice}`);
}

function shorten(text: string): string {
  if (text.length <= mostCharacters) return text;
  const start = text.slice(0, mostCharacters);
  return `${start.slice(0, start.lastIndexOf("\n"))}\n\nThe rest is in the log of the workflow.\n`;
}
