/** Converts `Application/JSON; charset=utf-8` to `application/json`. */
export const getMediaTypeEssence = (mediaType: string) => (mediaType.split(";")[0] ?? "").trim().toLowerCase();

export const isJsonMediaType = (mediaType: string) =>
  /^(application|text)\/(.+\+)?json$/.test(getMediaTypeEssence(mediaType));

export const isFormMediaType = (mediaType: string) =>
  getMediaTypeEssence(mediaType) === "application/x-www-form-urlencoded";

export const isMultipartMediaType = (mediaType: string) => getMediaTypeEssence(mediaType).startsWith("multipart/");

/** Whether content of this type is text, even if the type does not start with `text/`. */
export function isTextMediaType(mediaType: string): boolean {
  const type = getMediaTypeEssence(mediaType);
  if (type.startsWith("text/") || /[+/](xml|yaml|json-seq)$/.test(type) || isFormMediaType(type)) return true;
  return /^application\/(x-)?(javascript|ecmascript|ndjson|jsonl|jsonlines|graphql|sql|toml|csv|pem-certificate-chain)$/.test(
    type,
  );
}
