import type { OpenWindow } from "../window.ts";

/** Confirms a deployment of untested content. The question appears once for each content. */
export async function deployAnyway(window: OpenWindow, serverName: string): Promise<void> {
  const question = new RegExp(`${serverName} has no passing test run`);
  await window.messages.waitFor(question);
  await window.messages.answer(question, "Deploy Anyway");
}
