/** The page that a browser shows after all redirects. */
export interface VisitedPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type CookieBrowser = ReturnType<typeof createCookieBrowser>;

/** A browser for sign-ins: redirects, forms, and cookies, which belong to a host and a path, regardless of the port. */
export function createCookieBrowser() {
  const cookies = new Map<string, { readonly host: string; readonly path: string; readonly pair: string }>();
  const visitedUrls: string[] = [];

  const saveCookies = (url: URL, response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const [name = ""] = pair.split("=");
      const path = /^path=(.*)$/i.exec(attributes.find((text) => /^path=/i.test(text)) ?? "")?.[1] ?? "/";
      const ended = attributes.some((text) => /^expires=Thu, 01 Jan 1970/i.test(text) || /^max-age=0$/i.test(text));
      const key = JSON.stringify([url.hostname, path, name]);
      if (ended) cookies.delete(key);
      else cookies.set(key, { host: url.hostname, path, pair });
    }
  };
  const cookieHeader = (url: URL) =>
    [...cookies.values()]
      .filter(({ host, path }) => host === url.hostname && url.pathname.startsWith(path))
      .map(({ pair }) => pair)
      .join("; ");

  /** Sends one request; `next` is the target of a redirect. */
  const send = async (url: URL, init: RequestInit) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie: cookieHeader(url) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    saveCookies(url, response);
    visitedUrls.push(url.href);
    const location = response.headers.get("Location");
    return { response, next: location === null ? undefined : new URL(location, url) };
  };

  const follow = async (
    start: string,
    init: RequestInit = {},
    until: (url: URL) => boolean = () => false,
  ): Promise<VisitedPage> => {
    let url = new URL(start);
    for (let redirects = 0, request = init; redirects < 20; redirects += 1, request = {}) {
      const { response, next } = await send(url, request);
      if (!next || until(next)) {
        const { status, headers } = response;
        return { url: next?.href ?? url.href, status, headers, text: await response.text() };
      }
      await response.body?.cancel();
      url = next;
    }
    throw new Error(`${start} redirects endlessly`);
  };

  return {
    /** Follows redirects up to the first URL that `until` accepts, and returns that URL. */
    visit: (url: string, until?: (url: URL) => boolean) => follow(url, {}, until),
    /** Fills in the only form of a page. */
    submit: (page: VisitedPage, fields: Record<string, string>, until?: (url: URL) => boolean) => {
      const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1];
      if (action === undefined) throw new Error(`There is no form at ${page.url}:\n${page.text}`);
      const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const body = new URLSearchParams({
        ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
        ...fields,
      });
      return follow(new URL(action, page.url).href, { method: "POST", body }, until);
    },
    /** All requested URLs, oldest first. */
    passed: visitedUrls as readonly string[],
  };
}
