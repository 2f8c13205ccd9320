/**
 * Runs in the page, which has nothing but its own code: tries every way a page has to send a request to `target`, and answers the
 * number of tries and what it could read.
 */
globalThis.attackFromPage = async (targets) => {
  const read = [];
  let tries = 0;
  const timeLimit = 1500;
  const within = (work) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, timeLimit, undefined))]);
  const attempt = async (name, way, work) => {
    tries += 1;
    try {
      const got = await within(work());
      if (got === undefined) return;
      const status = typeof got === "string" ? 200 : got.status;
      const text = typeof got === "string" ? got : ((await within(got.text())) ?? "");
      // An opaque answer has the status 0 and no text: there is nothing to read.
      if (status !== 0 || text !== "") read.push({ name, way, status, text: text.slice(0, 200) });
    } catch {
      // The browser keeps it from the page.
    }
  };
  const fetches = ({ method, body }) => {
    const payload = body === undefined ? {} : { body };
    const send = method === "GET" ? "POST" : method;
    const typed = (type) => ({ headers: { "content-type": type } });
    return [
      ["fetch", { method, ...payload, ...typed("application/json") }],
      [
        "fetch with a guessed key",
        { method, ...payload, headers: { authorization: "Bearer flk_guessed", "content-type": "application/json" } },
      ],
      ["fetch with credentials", { method, ...payload, credentials: "include" }],
      ["fetch same-origin", { method, ...payload, mode: "same-origin" }],
      ["fetch no-cors GET", { mode: "no-cors", credentials: "include" }],
      ["fetch no-cors text/plain", { method: "POST", mode: "no-cors", body: body ?? "", ...typed("text/plain") }],
      ["fetch no-cors form", { method: "POST", mode: "no-cors", body: new URLSearchParams(body ?? "") }],
      ["fetch no-cors multipart", { method: "POST", mode: "no-cors", body: formOf(body) }],
      ["fetch no-cors untyped", { method: "POST", mode: "no-cors", body: new Blob([body ?? ""]) }],
      ["fetch keepalive", { method: send, ...payload, keepalive: true, mode: "no-cors" }],
      ["fetch to this machine", { method, ...payload, ...{ targetAddressSpace: "loopback" } }],
    ];
  };
  const formOf = (body) => {
    const form = new FormData();
    form.set("body", body ?? "");
    return form;
  };
  const element = (tag, url) =>
    new Promise((resolve) => {
      const made = document.createElement(tag);
      made.addEventListener("error", () => resolve(undefined));
      made.addEventListener("load", () => {
        const inside = made instanceof HTMLIFrameElement ? (made.contentDocument?.body?.textContent ?? "") : "";
        resolve(inside === "" ? undefined : inside);
      });
      if (made instanceof HTMLLinkElement) made.rel = "stylesheet";
      made.setAttribute(tag === "link" ? "href" : tag === "object" ? "data" : "src", url);
      document.body.append(made);
    });
  const form = ({ url, body }, enctype) => {
    const frame = document.createElement("iframe");
    frame.name = `frame${tries}`;
    const made = document.createElement("form");
    Object.assign(made, { action: url, method: "post", enctype, target: frame.name });
    const field = document.createElement("input");
    // The trick that makes JSON of a form: the `=` between name and value stands in a text.
    Object.assign(field, { name: `${(body ?? "{}").slice(0, -1)},"pad":"`, value: `"}` });
    made.append(field);
    document.body.append(frame, made);
    made.submit();
    return Promise.resolve(undefined);
  };
  const stream = (url) =>
    new Promise((resolve) => {
      const source = new EventSource(url, { withCredentials: true });
      source.addEventListener("message", ({ data }) => resolve(String(data)));
      source.addEventListener("error", () => {
        source.close();
        resolve(undefined);
      });
    });
  const socket = (url) =>
    new Promise((resolve) => {
      const made = new WebSocket(url.replace(/^http/, "ws"), ["mcp", "Bearer"]);
      made.addEventListener("open", () => resolve("open"));
      made.addEventListener("error", () => resolve(undefined));
    });
  const worker = (url) =>
    new Promise((resolve) => {
      const made = new Worker(url);
      made.addEventListener("error", () => resolve(undefined));
      made.addEventListener("message", ({ data }) => resolve(String(data)));
    });
  for (const target of targets) {
    const { name, url, body } = target;
    const to = (way, work) => attempt(name, way, work);
    await Promise.all([
      ...fetches(target).map(([way, init]) => to(way, () => fetch(url, init))),
      to("sendBeacon", async () => void navigator.sendBeacon(url, new Blob([body ?? ""], { type: "text/plain" }))),
      to(
        "sendBeacon JSON",
        async () => void navigator.sendBeacon(url, new Blob([body ?? ""], { type: "application/json" })),
      ),
      to("form text/plain", () => form(target, "text/plain")),
      to("form urlencoded", () => form(target, "application/x-www-form-urlencoded")),
      to("form multipart", () => form(target, "multipart/form-data")),
      ...["img", "script", "iframe", "link", "object", "embed", "video"].map((tag) =>
        to(`<${tag}>`, () => element(tag, url)),
      ),
      to("EventSource", () => stream(url)),
      to("WebSocket", () => socket(url)),
      to("Worker", () => worker(url)),
    ]);
    document.body.replaceChildren();
  }
  return { tries, read };
};
