import type { ForeignService } from "./serviceFolder.ts";

export interface KeyLeak {
  readonly place: string;
  readonly detail: string;
}

/** Each place outside the credential header that holds the key. */
export function findKeyLeaks(
  { key, credential, requests }: Pick<ForeignService, "key" | "credential" | "requests">,
  texts: Readonly<Record<string, readonly string[]>>,
): readonly KeyLeak[] {
  const secret = credential.value.split(" ").at(-1) ?? key;
  const forms = [
    ...new Set([
      key,
      secret,
      encodeURIComponent(key),
      Buffer.from(key).toString("base64"),
      encodeURIComponent(credential.value),
    ]),
  ];
  const holdsKey = (text: string) => forms.some((form) => text.includes(form));
  const allowed = new Set([credential.header, ...(credential.also ?? [])].map((name) => name.toLowerCase()));
  const leaks: KeyLeak[] = [];
  for (const { method, path, search = "", headers, body = "" } of requests) {
    const request = `${method} ${path}`;
    if (holdsKey(path + search)) leaks.push({ place: "URL", detail: request });
    if (holdsKey(body)) leaks.push({ place: "body", detail: request });
    for (const [name, value] of Object.entries(headers))
      if (!allowed.has(name.toLowerCase()) && holdsKey(String(value)))
        leaks.push({ place: `header ${name}`, detail: request });
  }
  for (const [place, all] of Object.entries(texts))
    for (const text of all) if (holdsKey(text)) leaks.push({ place, detail: text.split("\n")[0]?.slice(0, 80) ?? "" });
  return leaks.map(({ place, detail }) => ({
    place,
    detail: forms.reduce((text, form) => text.replaceAll(form, "KEY"), detail),
  }));
}
