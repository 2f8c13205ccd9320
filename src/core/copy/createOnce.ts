import { createHash } from "node:crypto";
import type { CallOptions } from "../../client/client.ts";
import { readServiceId } from "../../contract/received.ts";

interface CreateOnceRequest<Created> {
  /** What is created, and from what: the same texts are the same creation, also in another window. */
  readonly identity: readonly unknown[];
  readonly create: (options: Pick<CallOptions, "idempotencyKey">) => Promise<Created>;
  /** Whether the service lists it. */
  readonly find: (id: string) => Promise<boolean>;
}

/**
 * Creates something whose request may have taken effect before, unseen because its response was lost. The service repeats its first
 * response to a repeated key, also when the item was archived or deleted meanwhile: then another one is created.
 */
export async function createOnce<Created extends { readonly id: string }>({
  identity,
  create,
  find,
}: CreateOnceRequest<Created>): Promise<Created> {
  const idempotencyKey = createHash("sha256").update(JSON.stringify(identity)).digest("base64url");
  const created = await create({ idempotencyKey });
  const id = readServiceId(created.id);
  return id === undefined || (await find(id)) ? created : create({});
}
