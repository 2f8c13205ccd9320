/** Where a browser has come to rest. */
export interface VisitedPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type CookieBrowser = ReturnType<typeof createCookieBrowser>;

/** As much of a browser as a sign-in takes: redirects, forms, and cookies, which belong to a host and a path, whatever the port. */
export function createCookieBrowser() {
  const cookies = new Map<string, { readonly host: string; readonly path: string; readonly pair: string }>();
  const passed: string[] = [];

  const keep = (url: URL, response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const [name = ""] = pair.split("=");
      const path = /^path=(.*)$/i.exec(attributes.find((one) => /^path=/i.test(one)) ?? "")?.[1] ?? "/";
      const ended = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one) || /^max-age=0$/i.test(one));
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

  /** One request; `undefined` for the answer's redirect where it has none. */
  const send = async (url: URL, init: RequestInit) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie: cookieHeader(url) };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    keep(url, response);
    passed.push(url.href);
    const location = response.headers.get("Location");
    return { response, next: location === null ? undefined : new URL(location, url) };
  };

  const go = async (
    start: string,
    init: RequestInit = {},
    until: (url: URL) => boolean = () => false,
  ): Promise<VisitedPage> => {
    let url = new URL(start);
    for (let hops = 0, order = init; hops < 20; hops += 1, order = {}) {
      const { response, next } = await send(url, order);
      if (!next || until(next)) {
        const { status, headers } = response;
        return { url: next?.href ?? url.href, status, headers, text: await response.text() };
      }
      await response.body?.cancel();
      url = next;
    }
    throw new Error(`${start} redirects without end`);
  };

  return {
    /** Follows redirects, but not to where `until` says; the answer's URL is that one then. */
    visit: (url: string, until?: (url: URL) => boolean) => go(url, {}, until),
    /** Fills in the only form of a page. */
    submit: (page: VisitedPage, fields: Record<string, string>, until?: (url: URL) => boolean) => {
      const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1];
      if (action === undefined) throw new Error(`There is no form at ${page.url}:\n${page.text}`);
      const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const body = new URLSearchParams({
        ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
        ...fields,
      });
      return go(new URL(action, page.url).href, { method: "POST", body }, until);
    },
    /** Every address asked for, oldest first. */
    passed: passed as readonly string[],
  };
}
