import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import type { ServiceContext } from "../context.ts";
import { tryOpenSecret } from "../storage/secretBox.ts";

/** What a refresh token stands for: the grant, and how many tokens came before it. */
interface RefreshTokenContent {
  readonly grantId: string;
  readonly renewals: number;
}

/** Refresh tokens are sealed by this service and stored nowhere, so that nothing in the database gives access. */
export interface RefreshTokens {
  seal(content: RefreshTokenContent): string;
  open(token: string): RefreshTokenContent | undefined;
}

const prefix = "flr_";
const owner = "refresh token";
const contentSchema = z.tuple([z.string(), z.number()]);

export function createRefreshTokens({ secrets }: Pick<ServiceContext, "secrets">): RefreshTokens {
  return {
    seal: ({ grantId, renewals }) => prefix + secrets.seal(JSON.stringify([grantId, renewals]), owner),
    open: (token) => {
      if (!token.startsWith(prefix)) return undefined;
      const text = tryOpenSecret(secrets, token.slice(prefix.length), owner) ?? "";
      const { data } = contentSchema.safeParse(tryParseJson(text));
      return data && { grantId: data[0], renewals: data[1] };
    },
  };
}
