import {
  type UsagePanelFromWebview,
  type UsagePanelToWebview,
  usagePageStateSchema,
  usagePanelSubjectSchema,
  usagePanelToWebviewSchema,
} from "../protocol/usagePanelMessages.ts";
import { connectPage } from "../shared/connectPage.ts";
import { createDailyUsage } from "./createDailyUsage.ts";
import { createUsageHeading } from "./createUsageHeading.ts";
import { createUsageMetrics } from "./createUsageMetrics.ts";

const page = connectPage<object, { day: string | null; asTable: boolean }, UsagePanelToWebview, UsagePanelFromWebview>({
  subject: usagePanelSubjectSchema,
  place: usagePageStateSchema,
  hears: usagePanelToWebviewSchema,
  start: { day: null, asTable: false },
});
const heading = createUsageHeading((type) => page.say({ type }));
const metrics = createUsageMetrics();
const daily = createDailyUsage(page);
const content = document.createElement("main");

content.append(heading.element, metrics.element, daily.element);
document.body.append(content);
page.start({
  ready: () => page.say({ type: "ready" }),
  hear: (told) => {
    heading.show(told);
    metrics.show(told.shown);
    daily.show(told.shown);
  },
});
