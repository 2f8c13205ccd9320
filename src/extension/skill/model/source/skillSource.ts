import * as l10n from "@vscode/l10n";
import { staysInFolder } from "../../../../text/filePaths.ts";

/** Where skills come from that no connected service holds. */
export type SkillSource =
  | GitSource
  /** Agent Skills Discovery: a web site that lists its skills. */
  | { readonly kind: "index"; readonly url: string }
  /** A zip archive: a web address, or a file's URI. */
  | { readonly kind: "zip"; readonly url: string }
  /** A skill that an MCP server serves: the URL of the server, and the URI of its `SKILL.md`. */
  | { readonly kind: "mcp"; readonly url: string; readonly uri: string }
  /** A folder's URI. */
  | { readonly kind: "folder"; readonly url: string };

export interface GitSource {
  readonly kind: "git";
  readonly url: string;
  /** A branch, a tag or a commit; undefined: the default branch. */
  readonly ref: string | undefined;
  /** The folder of the repository that is read; undefined: all of it. */
  readonly folder: string | undefined;
}

/** The text names no source that can be read. */
export class SkillSourceError extends Error {
  override readonly name = "SkillSourceError";
}

/**
 * Reads `owner/name`, `owner/name/folder`, the address of a repository or of a folder on GitHub or GitLab, `...zip`, or the
 * address of a web site with an index. `#ref` names a branch, a tag or a commit.
 */
export function parseSkillSource(given: string): SkillSource {
  const [, address = "", ref] = /^(.*?)(?:#([^#]*))?$/.exec(given.trim()) ?? [];
  if (/[\s\p{Cc}]/u.test(given.trim()) || address === "" || address.startsWith("-"))
    throw new SkillSourceError(l10n.t("Enter owner/name, or the address of a repository, a zip file or a web site."));
  const short = /^([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/(.+?))?\/?$/.exec(address);
  if (short && !address.startsWith(".")) return createGitSource(`https://github.com/${short[1]}.git`, ref, short[2]);
  if (/^[\w.-]+@[\w.-]+:[^:]+$/.test(address)) return createGitSource(address, ref);
  const url = URL.parse(address);
  if (!url || !/^(https?|ssh|file):$/.test(url.protocol))
    throw new SkillSourceError(l10n.t`"${address}" is no address of a repository, a zip file or a web site.`);
  if (url.password !== "" || (url.username !== "" && url.protocol !== "ssh:"))
    throw new SkillSourceError(
      l10n.t("The address holds a user name or a password. Leave it out: Git asks its credential helper."),
    );
  return readUrl(url, ref);
}

/** Reads what a user typed: as `parseSkillSource`, or the whole path of a folder or a zip file. Lock files have no paths. */
export const parseTypedSource = (given: string): SkillSource => readLocalPath(given.trim()) ?? parseSkillSource(given);

function readLocalPath(path: string): SkillSource | undefined {
  if (!/^(\/(?!\/)|[a-z]:[\\/])/i.test(path)) return undefined;
  const kept = encodeURI(path.replaceAll("\\", "/").replace(/\/+$/, ""));
  const url = `file://${path.startsWith("/") ? "" : "/"}${kept.replaceAll("#", "%23").replaceAll("?", "%3F")}`;
  return { kind: /\.zip$/i.test(path) ? "zip" : "folder", url };
}

function readUrl(url: URL, ref: string | undefined): SkillSource {
  const { protocol, hostname, pathname } = url;
  const isWeb = /^https?:$/.test(protocol);
  if (isWeb && pathname.toLowerCase().endsWith(".zip")) return { kind: "zip", url: url.href };
  const tree = /^(\/.+?)(?:\/-)?\/tree\/([^/]+)(?:\/(.+?))?\/?$/.exec(decodeURIComponent(pathname));
  if (isWeb && tree) return createGitSource(`${url.origin}${repositoryPath(tree[1] ?? "")}`, ref ?? tree[2], tree[3]);
  if (/^(www\.)?(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/.test(hostname))
    return createGitSource(`${url.origin}${repositoryPath(pathname)}`, ref);
  if (isWeb && !pathname.endsWith(".git")) return { kind: "index", url: url.href.replace(/\/+$/, "") };
  return createGitSource(url.href, ref);
}

const repositoryPath = (path: string) => `${path.replace(/\/+$/, "").replace(/\.git$/, "")}.git`;

/** A reference that begins with a hyphen would be an option of Git, one with a colon would write another reference. */
export function createGitSource(url: string, ref?: string, folder?: string): GitSource {
  if (ref && (!/^[\w./+@-]+$/.test(ref) || /^-|\.\.|@\{/.test(ref)))
    throw new SkillSourceError(l10n.t`"${ref}" is no name of a branch, a tag or a commit.`);
  if (folder !== undefined && !staysInFolder(folder))
    throw new SkillSourceError(l10n.t`"${folder}" is no folder of a repository.`);
  return { kind: "git", url, ref: ref || undefined, folder: folder === "." ? undefined : folder };
}

/** `owner/name#main`, or the address. */
export function formatSourceAddress(source: SkillSource): string {
  if (source.kind === "mcp") return `${source.url} ${source.uri}`;
  if (source.kind !== "git") return source.url;
  const short = readGithubName(source.url) ?? source.url;
  return `${short}${source.folder === undefined ? "" : `/${source.folder}`}${source.ref === undefined ? "" : `#${source.ref}`}`;
}

/** `owner/name` of a repository on GitHub. */
export function readGithubName(url: string): string | undefined {
  return /^https:\/\/github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(url)?.[1];
}
