import { startOauthFixture } from "../../../support/oauth/oauthFixture.ts";

const windows = 5;
const expiries = 3;

/** Several windows use an account at the same time when its token has just expired. */
export async function countRenewals(flaws: string[]): Promise<string> {
  const fixture = await startOauthFixture({ rotate: true });
  try {
    const { serverId } = await fixture.deployed();
    await fixture.connect(serverId);
    await fixture.callPets(serverId);
    const before = fixture.provider.grants("refresh_token");
    for (let round = 0; round < expiries; round += 1) {
      const last = fixture.api.received.at(-1)?.headers.authorization ?? "";
      await fixture.provider.endToken(last.replace("Bearer ", ""));
      const answers = await Promise.all(Array.from({ length: windows }, () => fixture.callPets(serverId)));
      const failed = answers.filter(({ isError }) => isError);
      if (failed.length > 0) flaws.push(`${failed.length} calls failed at an expiry: ${failed[0]?.text}`);
    }
    const renewals = fixture.provider.grants("refresh_token") - before;
    if (renewals !== expiries) flaws.push(`${renewals} renewals for ${expiries} expiries`);
    return `${renewals} renewals for ${expiries} expiries with ${windows} callers`;
  } finally {
    await fixture.close();
  }
}
