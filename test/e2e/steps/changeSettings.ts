import { waitUntil } from "../verbs/waitUntil.ts";
import type { OpenWindow } from "../window.ts";

/** Edits the open settings document, saves it and confirms; resolves when it is saved. */
export async function changeSettings(window: OpenWindow, from: RegExp, to: string): Promise<void> {
  const { page, documents, messages } = window;
  // While VS Code draws the document, its lines may be in another order.
  const isWhole = (text: string) => from.test(text) && isJson(text);
  const text = await waitUntil(`${from} in a document of settings`, documents.text, isWhole);
  await documents.replaceText(text.replace(from, to));
  const unsaved = page.locator(".tab.active.dirty");
  await unsaved.waitFor();
  await page.keyboard.press("Control+s");
  await messages.modal(/Save .+ at /, "Save");
  await unsaved.waitFor({ state: "detached" });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
