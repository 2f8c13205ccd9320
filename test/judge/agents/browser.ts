import { answerGrantRequest, type LoginService, readGrantRequests } from "../../support/oauth/agentLogin.ts";

const mostPages = 30;

/** Plays the user: opens the page of an agent's login, says yes in the editor, and follows the page back to the agent. */
export async function logInAsUser(service: LoginService, address: string): Promise<void> {
  let next: URL | undefined = new URL(address);
  let cookie = "";
  for (let count = 0; next && count < mostPages; count += 1) {
    const isService = next.origin === new URL(service.url).origin;
    const page: Response = await fetch(next, {
      redirect: "manual",
      headers: isService && cookie ? { Cookie: cookie } : {},
    });
    cookie = page.headers.get("Set-Cookie")?.split(";", 1)[0] ?? cookie;
    const refresh =
      page.headers.get("Refresh") ?? /http-equiv="refresh" content="([^"]+)"/i.exec(await page.text())?.[1];
    const target: string | undefined = page.headers.get("Location") ?? /url=(.*)/i.exec(refresh ?? "")?.[1];
    next = target === undefined ? undefined : new URL(target.replaceAll("&amp;", "&"), next);
    for (const { id } of (await readGrantRequests(service)).items)
      await answerGrantRequest(service, id, { allow: true });
  }
}

/** Terminals break long lines, and links have control characters around them. */
export function findLoginUrl(text: string): string | undefined {
  const [, found] = /(https?:\/\/[^\s"'\p{Cc}]+\/oauth\/authorize\?[^\s"'\p{Cc}]+)[\s"'\p{Cc}]/u.exec(text) ?? [];
  return found?.includes("code_challenge=") && found.includes("resource=") ? found : undefined;
}
