import type * as z from "zod/mini";
import { createCompatibilityReport } from "../../../../src/extension/profile/model/compatibilityReport.ts";
import { formatCompatibilityReport } from "../../../../src/extension/profile/model/formatReport.ts";
import { compatibilityPanelToWebviewSchema } from "../../../../src/webview/protocol/compatibilityPanelMessages.ts";
import { deploymentPanelToWebviewSchema } from "../../../../src/webview/protocol/deploymentPanelMessages.ts";
import { usagePanelToWebviewSchema } from "../../../../src/webview/protocol/usagePanelMessages.ts";
import { deploymentFacts } from "../../../support/browser/deploymentFacts.ts";
import {
  deploymentSubject,
  failedDeploymentFacts,
  otherDeploymentSubject,
} from "../../../support/browser/deploymentPage.ts";
import { createTestEventRows } from "../../../support/browser/eventRows.ts";
import { startPageFixture } from "../../../support/browser/pageFixture.ts";
import { aboutReport, learnedEvidence, learnedProfile } from "../../../support/dialect/learnedProfile.ts";
import { fillWithHostileTexts } from "./fillWithHostileTexts.ts";

interface Kind {
  readonly subject: object;
  readonly schema: z.ZodMiniType;
  readonly messages: readonly object[];
}

const report = createCompatibilityReport(learnedProfile, learnedEvidence, aboutReport);
const at = "2026-01-01T12:00:00.000Z";
const summary = { total: 2, passed: 1, failed: 1, skipped: 0, errored: 0, durationMs: 1 };
const run = {
  id: "run_1",
  status: "failed",
  statusDetail: "x",
  isPartial: false,
  triggeredBy: "x",
  createdAt: at,
  summary,
};
const problem = { message: "x", remedy: "x" };
const kinds: Readonly<Record<string, Kind>> = {
  deployment: {
    subject: deploymentSubject,
    schema: deploymentPanelToWebviewSchema,
    messages: [
      { type: "facts", facts: { ...deploymentFacts, ...failedDeploymentFacts } },
      { type: "events", rows: createTestEventRows(30) },
      { type: "streamState", state: "live" },
      {
        type: "health",
        health: {
          ...{ status: "x", checkedAt: at, latencyMs: 1, uptimeMs: 1, restarts: 1 },
          checks: [{ name: "x", status: "x", message: "x", latencyMs: 1 }],
          history: [{ at: "2026-01-01T12:00:00.000Z", status: "x", latencyMs: 1 }],
        },
      },
      { type: "tests", run: { ...run, cases: [{ id: "x", name: "x", kind: "x", status: "x", message: "x" }] } },
      { type: "others", others: [otherDeploymentSubject] },
      { type: "partFailed", part: "health", message: "x" },
      { type: "problem", problem: { message: "x", action: { action: "openLog", label: "x" } } },
    ],
  },
  usage: {
    subject: {},
    schema: usagePanelToWebviewSchema,
    messages: [
      {
        type: "usage",
        shown: {
          ...{ connection: "x", organization: "x", plan: "x", period: "x", series: ["x"], readAt: at },
          metrics: [{ name: "x", text: "x", share: 1, level: "full", note: "x" }],
          days: [{ date: "2026-01-01", counts: [1] }],
        },
        ...{ isReading: false, problem },
      },
    ],
  },
  compatibility: {
    subject: {},
    schema: compatibilityPanelToWebviewSchema,
    messages: [
      { type: "report", shown: formatCompatibilityReport(report, { connection: "x", host: "x" }), problem },
      { type: "done", message: "x" },
    ],
  },
};

/** Shows pages with only hostile texts. Returns the number of texts and the problems. */
export async function hostilePanels(
  texts: readonly string[],
): Promise<{ readonly textCount: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  let textCount = 0;
  for (const [name, { subject, schema, messages }] of Object.entries(kinds)) {
    const fixture = await startPageFixture(name);
    for (const text of texts) {
      const { page, post, problems } = await fixture.open({ subject: fillWithHostileTexts(subject, text, () => true) });
      const requested: string[] = [];
      page.on("request", (request) => void requested.push(request.url()));
      for (const message of messages) {
        const hostile = fillWithHostileTexts(message, text, (changed) => schema.safeParse(changed).success);
        textCount += JSON.stringify(hostile).split(JSON.stringify(text).slice(1, -1)).length - 1;
        await post(hostile);
      }
      await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
      const found: readonly string[] = await page.evaluate(look);
      const all = [...found, ...requested.map((url) => `asked for ${url}`), ...problems];
      wrong.push(...all.map((what) => `${name}: ${text}: ${what}`));
      const injected: readonly string[] = await page.evaluate(inject);
      wrong.push(...injected.map((what) => `${name}: its policy lets ${what}`));
    }
    await fixture.close();
  }
  return { textCount, wrong };
}

/** Runs in the page: finds texts that were interpreted as markup. */
const look = `(() => {
  const odd = [...document.body.querySelectorAll("script, img, iframe, object, embed, style, link, form, base, meta, a[href]")];
  const wrong = odd.filter((one) => !(one.localName === "script" && one.parentNode === document.body && one.nonce)).map((one) => one.outerHTML.slice(0, 100));
  const handlers = [...document.querySelectorAll("*")].flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith("on")));
  if (globalThis.broken !== undefined) wrong.push("a script ran: " + globalThis.broken);
  return [...wrong, ...handlers.map((name) => "an attribute " + name)];
})()`;

/** Runs in the page: checks that the page's policy would prevent markup from running or loading. */
const inject = `(async () => {
  const box = document.body.appendChild(document.createElement("div"));
  box.innerHTML = '<img src="/x.png" onerror="globalThis.broken = 1"><iframe srcdoc="<script>parent.broken = 1</script>"></iframe><style>body { --seen: 1 }</style>';
  const script = document.createElement("script");
  script.textContent = "globalThis.broken = 1";
  box.append(script);
  const loaded = await fetch("/panel.css").then(() => true, () => false);
  await new Promise((next) => setTimeout(next, 50));
  const wrong = [];
  if (globalThis.broken !== undefined) wrong.push("a script run");
  if (getComputedStyle(document.body).getPropertyValue("--seen") !== "") wrong.push("a style apply");
  if (loaded) wrong.push("a request be made");
  return wrong;
})()`;
