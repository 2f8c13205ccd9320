import { isRecord } from "../../text/record.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";

/** Removes the id token, whose issuer cannot be checked if the provider published no metadata. */
export async function removeIdToken(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, headers } = response;
  const body = tryParseJson(text);
  const isWithToken = isRecord(body) && "id_token" in body;
  return new Response(isWithToken ? JSON.stringify({ ...body, id_token: undefined }) : text, { status, headers });
}
