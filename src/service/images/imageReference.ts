/** The name of an image, in the form that Docker introduced: `registry/repository:tag@digest`. */
export interface ImageReference {
  /** `docker.io`, or a host with its port. */
  readonly registry: string;
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

const pattern =
  /^(?:((?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|localhost|\[[0-9a-f:]+\])(?::\d{1,5})?|[A-Za-z0-9-]+:\d{1,5})\/)?([a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*)(?::(\w[\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;

/** Reads a reference. `node:24` is `docker.io/library/node:24`, and a name alone has the tag `latest`. */
export function parseImageReference(text: string): ImageReference {
  const [, registry = "docker.io", path, tag, digest] = (text.length <= 500 && pattern.exec(text)) || [];
  if (path === undefined)
    throw new Error(
      `An image's name must be like "docker.io/library/node:24-slim" or "...@sha256:...", not "${text}".`,
    );
  const repository = registry === "docker.io" && !path.includes("/") ? `library/${path}` : path;
  return { registry, repository, tag: tag ?? (digest === undefined ? "latest" : undefined), digest };
}

export function formatImageReference({ registry, repository, tag, digest }: ImageReference): string {
  return `${registry}/${repository}${tag === undefined ? "" : `:${tag}`}${digest === undefined ? "" : `@${digest}`}`;
}
