/** Converts `Application/JSON; charset=utf-8` to `application/json`. */
export const getMediaTypeEssence = (mediaType: string) => (mediaType.split(";")[0] ?? "").trim().toLowerCase();

export const isJsonMediaType = (mediaType: string) =>
  /^(application|text)\/(.+\+)?json$/.test(getMediaTypeEssence(mediaType));

export const isFormMediaType = (mediaType: string) =>
  getMediaTypeEssence(mediaType) === "application/x-www-form-urlencoded";

export const isMultipartMediaType = (mediaType: string) => getMediaTypeEssence(mediaType).startsWith("multipart/");

/** Whether content of this type arrives in parts that are complete by themselves: events or lines. */
export const isStreamMediaType = (mediaType: string) =>
  /^(text\/event-stream|application\/(x-)?(ndjson|jsonl|jsonlines|json-seq|stream\+json))$/.test(
    getMediaTypeEssence(mediaType),
  );

/** Whether content of this type is text, even if the type does not start with `text/`. */
export function isTextMediaType(mediaType: string): boolean {
  const type = getMediaTypeEssence(mediaType);
  if (type.startsWith("text/") || /[+/](xml|yaml|json-seq)$/.test(type) || isFormMediaType(type)) return true;
  return /^application\/(x-)?(javascript|ecmascript|ndjson|jsonl|jsonlines|stream\+json|graphql|sql|toml|csv|pem-certificate-chain)$/.test(
    type,
  );
}
