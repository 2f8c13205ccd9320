import type { OperationProfile } from "../../contract/dialectProfile.ts";
import type { DialectCall } from "../dialectCall.ts";
import { conventionsOf } from "../session.ts";

/** The parameter for the size of a page: of the operation, of the convention, else the one that another list is known to have. */
export function sizeParamOf({ session }: Pick<DialectCall, "session">, lines: OperationProfile): string | undefined {
  if (lines.params?.limit === null) return undefined;
  const own = lines.pageSize ?? conventionsOf(session).preset.pageSize?.param;
  if (own !== undefined) return own;
  return Object.values(session.store.read().operations).find(({ pageSize }) => pageSize !== undefined)?.pageSize;
}
