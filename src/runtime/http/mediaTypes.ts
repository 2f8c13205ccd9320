/** `Application/JSON; charset=utf-8` as `application/json`. */
export const essence = (mediaType: string) => (mediaType.split(";")[0] ?? "").trim().toLowerCase();

export const isJson = (mediaType: string) => /^(application|text)\/(.+\+)?json$/.test(essence(mediaType));

export const isForm = (mediaType: string) => essence(mediaType) === "application/x-www-form-urlencoded";

export const isMultipart = (mediaType: string) => essence(mediaType).startsWith("multipart/");

/** What can be shown as text, though it may not be called so. */
export function isText(mediaType: string): boolean {
  const type = essence(mediaType);
  if (type.startsWith("text/") || /[+/](xml|yaml|json-seq)$/.test(type) || isForm(type)) return true;
  return /^application\/(x-)?(javascript|ecmascript|ndjson|jsonl|jsonlines|graphql|sql|toml|csv|pem-certificate-chain)$/.test(
    type,
  );
}
