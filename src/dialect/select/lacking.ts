import type { ServiceError } from "../../client/errors.ts";
import type { Asking } from "../dialect.ts";
import { listOf, ownerOf } from "../language/owners.ts";
import { findListed } from "../list/findInLists.ts";
import { notOffered } from "../send/dialectError.ts";
import { mayBeReadOtherwise } from "./offered.ts";

/**
 * Why every way to ask for one was refused as if nothing were there: the operation is missing, unless the one itself is in no list of
 * its kind any more.
 */
export async function lacking(of: Asking, id: string, refusal: ServiceError): Promise<ServiceError> {
  return refusal.status === 404 && (await isGone(of, id)) ? refusal : notOffered(of, refusal);
}

async function isGone(of: Asking, id: string): Promise<boolean> {
  const owner = ownerOf(of.name) ?? "";
  if (listOf(owner) === undefined) return false;
  try {
    return (await findListed(of, owner, id, of.dialect.seen.find(owner, id))) === undefined;
  } catch (error) {
    // Whether it is there is not known when the list cannot be reached.
    if (!mayBeReadOtherwise(error)) throw error;
    return false;
  }
}
