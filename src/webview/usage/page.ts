import { type UsageSays, type UsageTold, usagePlace, usageSubject, usageTold } from "../protocol/usagePanelMessages.ts";
import { connectPage } from "../shared/connectPage.ts";
import { dailyUsage } from "./createDailyUsage.ts";
import { usageHeading } from "./createUsageHeading.ts";
import { drawMetrics } from "./createUsageMetrics.ts";

const page = connectPage<object, { day: string | null; asTable: boolean }, UsageTold, UsageSays>({
  subject: usageSubject,
  place: usagePlace,
  hears: usageTold,
  start: { day: null, asTable: false },
});
const heading = usageHeading((type) => page.say({ type }));
const metrics = drawMetrics();
const daily = dailyUsage(page);
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
