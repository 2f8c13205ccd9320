import { readJson } from "../../text/readJson.ts";
import { isRecord } from "../../text/record.ts";

/** Removes the id token, whose issuer cannot be checked if the provider published no metadata. */
export async function removeIdToken(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, headers } = response;
  try {
    const body = readJson(text);
    if (!isRecord(body) || !("id_token" in body)) return new Response(text, { status, headers });
    return new Response(JSON.stringify({ ...body, id_token: undefined }), { status, headers });
  } catch {
    return new Response(text, { status, headers });
  }
}
