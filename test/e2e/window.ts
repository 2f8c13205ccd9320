import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { root } from "../host/prepare/paths.mjs";
import { type Documents, documents } from "./verbs/documents.ts";
import { type Messages, messages } from "./verbs/messages.ts";
import { type Offers, offers } from "./verbs/offers.ts";
import { type QuickInput, quickInput } from "./verbs/quickInput.ts";
import { type Testing, testing } from "./verbs/testing.ts";
import { chooseTheme, type Theme, themeNames } from "./verbs/theme.ts";
import { type Tree, tree } from "./verbs/tree.ts";

/**
 * A window of VS Code as its user has it: everything is done by clicking and typing, and read from what is drawn. Every verb
 * waits for what it needs, and fails after 30 s with what it waited for.
 */
export interface OpenWindow extends QuickInput {
  /** For what no verb exists. */
  readonly page: Page;
  readonly messages: Messages;
  readonly documents: Documents;
  readonly offers: Offers;
  readonly testing: Testing;
  /** A view of Fairlead's side bar by its name, such as `Servers`. */
  view(name: string): Tree;
  theme(theme: Theme): Promise<void>;
  /** Writes `.vscode-test/screenshots/<name>.png` for who is to look at it: with `npm run screenshots`, which sets FAIRLEAD_PICTURES. */
  screenshot(name: string): Promise<void>;
  /** The same in each theme, as `<name>-<theme>`. Ends dark. */
  pictures(name: string): Promise<void>;
  /** Writes such a picture, whoever asks. */
  picture(name: string): Promise<void>;
  /** What the window's developer console has said as errors so far. */
  consoleErrors(): readonly string[];
  /** Another window of the same user, beside this one: it has the same secrets. */
  another(): Promise<OpenWindow>;
  /** *Developer: Reload Window*: unlike the browser's own reload it lets VS Code write down what was open, and how. */
  reload(): Promise<void>;
  /** Closes the window; what its page keeps goes with it. */
  close(): Promise<void>;
}

const screenshots = join(root, ".vscode-test", "screenshots");

export async function openWindow(browser: Browser, url: string): Promise<OpenWindow> {
  const context = await browser.newContext({
    // Of a machine without a language of its own Chromium says one that no page can use.
    locale: "en-US",
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
  });
  context.setDefaultTimeout(30_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  return openIn(context, url);
}

async function openIn(context: BrowserContext, url: string): Promise<OpenWindow> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const drawn = () => page.locator(".monaco-workbench .statusbar-item").first().waitFor({ timeout: 60_000 });
  await page.goto(url);
  await drawn();
  return windowOf(page, context, { url, errors, drawn });
}

interface Drawn {
  readonly url: string;
  readonly errors: string[];
  readonly drawn: () => Promise<void>;
}

function windowOf(page: Page, context: BrowserContext, { url, errors, drawn }: Drawn): OpenWindow {
  const asking = quickInput(page);
  const theme = (name: Theme) => chooseTheme(page, asking.runCommand, name);
  const picture = async (name: string) => {
    mkdirSync(screenshots, { recursive: true });
    // What slides or fades in is pictured as it will be.
    await page.screenshot({ path: join(screenshots, `${name}.png`), animations: "disabled" });
  };
  const isLookedAt = process.env.FAIRLEAD_PICTURES !== undefined;
  return {
    ...asking,
    page,
    messages: messages(page),
    documents: documents(page, asking.runCommand),
    offers: offers(page, asking.runCommand),
    testing: testing(page, asking.runCommand),
    view: (name) => tree(page, name),
    ...{ theme, picture },
    screenshot: async (name) => {
      if (isLookedAt) await picture(name);
    },
    pictures: async (name) => {
      for (const one of isLookedAt ? themeNames : []) {
        await theme(one);
        await picture(`${name}-${one}`);
      }
    },
    consoleErrors: () => errors,
    another: () => openIn(context, url),
    reload: async () => {
      const loaded = page.waitForEvent("load");
      await asking.runCommand("Developer: Reload Window");
      await loaded;
      await drawn();
    },
    close: () => context.close(),
  };
}
