import { type RunningService, startService } from "../../../../src/service/service.ts";
import type { OpenWindow } from "../../../e2e/window.ts";
import type { User } from "./user.ts";

const hostOf = ({ url }: RunningService) => new URL(url).host;

/** Two windows add a connection at the same time; a third, opened later, has both with their keys. */
export async function addInTwoWindows({ windows, flaws }: User): Promise<void> {
  const [first, second] = windows;
  if (!first || !second) throw new Error("There are two windows.");
  const services = await Promise.all([1, 2].map(() => startService({ dataDir: null, runtimeFiles: [] })));
  const [one, other] = services;
  if (!one || !other) throw new Error("There are two services.");
  try {
    await Promise.all([add(first, one), add(second, other)]);
    const later = await first.another();
    for (const service of [one, other]) {
      const found = await connects(later, hostOf(service));
      if (found !== undefined) flaws.push(`of two connections added at once ${found}`);
    }
    await later.page.close();
    for (const window of [first, second]) {
      await window.runCommand("Fairlead: Switch Connection...");
      await window.pick("Switch Connection", "Local service");
      await window.documents.statusBar(/Local service/);
    }
  } finally {
    for (const service of services) await service.close();
  }
}

async function add(window: OpenWindow, service: RunningService): Promise<void> {
  await window.runCommand("Fairlead: Add Connection...");
  await window.type("Add Connection", service.url);
  await window.type("Add Connection (2/2)", service.issueKey("Window"));
  await window.messages.waitFor(/Connected to/);
  await window.messages.dismissAll();
}

async function connects(window: OpenWindow, host: string): Promise<string | undefined> {
  await window.runCommand("Fairlead: Switch Connection...");
  const offered = await window.choices("Switch Connection");
  if (!offered.includes(host)) {
    await window.escape();
    return `one is gone: ${host} is not among ${offered.join(", ")}`;
  }
  await window.pick("Switch Connection", host);
  const said = await window.documents.statusBar(new RegExp(host));
  return /signed out/.test(said) ? `one has no key: ${said}` : undefined;
}
