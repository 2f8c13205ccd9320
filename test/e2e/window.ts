import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openStillContext } from "../host/browser.ts";
import { root } from "../host/prepare/paths.mjs";
import { createDocuments, type Documents } from "./verbs/documents.ts";
import { createMessages, type Messages } from "./verbs/messages.ts";
import { createOffers, type Offers } from "./verbs/offers.ts";
import { createQuickInput, type QuickInput } from "./verbs/quickInput.ts";
import { createTesting, type Testing } from "./verbs/testing.ts";
import { chooseTheme, type Theme, themeNames } from "./verbs/theme.ts";
import { createTree, type Tree } from "./verbs/tree.ts";
import { defaultWaitMs } from "./verbs/waitUntil.ts";

/**
 * A window of VS Code, operated as by a user: methods click and type, and read visible text. Each method waits for its
 * elements, and fails after two minutes with the name of the missing one.
 */
export interface OpenWindow extends QuickInput {
  /** For actions without a method. */
  readonly page: Page;
  readonly messages: Messages;
  readonly documents: Documents;
  readonly offers: Offers;
  readonly testing: Testing;
  /** A view of Fairlead's side bar by its name, such as `Servers`. */
  view(name: string): Tree;
  theme(theme: Theme): Promise<void>;
  /** Writes `.vscode-test/screenshots/<name>.png` in `npm run screenshots`. */
  screenshot(name: string): Promise<void>;
  /** Writes a screenshot in each theme, as `<name>-<theme>`. The last theme is dark. */
  pictures(name: string): Promise<void>;
  /** Writes a screenshot in any run. */
  picture(name: string): Promise<void>;
  /** The errors of the window's developer console so far. */
  consoleErrors(): readonly string[];
  /** Opens another window of the same user, which has the same secrets. */
  another(): Promise<OpenWindow>;
  /** Runs *Developer: Reload Window*: a reload of the browser saves no state. `meanwhile` runs while there is no window. */
  reload(meanwhile?: () => void): Promise<void>;
  /** Closes the window and discards its browser storage. */
  close(): Promise<void>;
}

const screenshots = join(root, ".vscode-test", "screenshots");

/** Whether this run is `npm run screenshots`. */
export const takesScreenshots = process.env.FAIRLEAD_PICTURES !== undefined;

/** The browser storage of a user, which the windows that open in it share. */
export async function createWindowContext(browser: Browser): Promise<BrowserContext> {
  const context = await openStillContext(browser);
  context.setDefaultTimeout(defaultWaitMs);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  return context;
}

/** Those whose page is open, for the screenshots of failed tests. */
export const openWindows = new Set<OpenWindow>();

export async function openWindow(context: BrowserContext, url: string): Promise<OpenWindow> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const waitForWorkbench = () => page.locator(".monaco-workbench .statusbar-item").first().waitFor();
  await page.goto(url);
  await waitForWorkbench();
  const window = windowOf(page, context, { url, errors, waitForWorkbench });
  openWindows.add(window);
  page.once("close", () => openWindows.delete(window));
  return window;
}

interface Drawn {
  readonly url: string;
  readonly errors: string[];
  readonly waitForWorkbench: () => Promise<void>;
}

function windowOf(page: Page, context: BrowserContext, { url, errors, waitForWorkbench }: Drawn): OpenWindow {
  const asking = createQuickInput(page);
  const theme = (name: Theme) => chooseTheme(page, asking.runCommand, name);
  const picture = async (name: string) => {
    mkdirSync(screenshots, { recursive: true });
    // Shows animations in their final state.
    await page.screenshot({ path: join(screenshots, `${name}.png`), animations: "disabled" });
  };
  return {
    ...asking,
    page,
    messages: createMessages(page),
    documents: createDocuments(page, asking.runCommand),
    offers: createOffers(page, asking.runCommand),
    testing: createTesting(page, asking.runCommand),
    view: (name) => createTree(page, name),
    ...{ theme, picture },
    screenshot: async (name) => {
      if (takesScreenshots) await picture(name);
    },
    pictures: async (name) => {
      for (const one of takesScreenshots ? themeNames : []) {
        await theme(one);
        await picture(`${name}-${one}`);
      }
    },
    consoleErrors: () => errors,
    another: () => openWindow(context, url),
    reload: async (meanwhile) => {
      const loaded = page.waitForEvent("load");
      await asking.runCommand("Developer: Reload Window");
      await loaded;
      meanwhile?.();
      await waitForWorkbench();
    },
    close: () => context.close(),
  };
}
