import * as l10n from "@vscode/l10n";
import { type PromptBack, type PromptStep, type Prompts, promptBack } from "../../base/ports.ts";

/** In a number of days, after a typed day, or never. */
export type ApiKeyExpiry =
  | { readonly kind: "days"; readonly days: number }
  | { readonly kind: "date"; readonly date: string }
  | { readonly kind: "never" };

interface Asked {
  readonly title: string;
  readonly step: PromptStep;
  readonly now: number;
}

const dayMs = 86_400_000;
const never: ApiKeyExpiry = { kind: "never" };
const days = (count: number): ApiKeyExpiry => ({ kind: "days", days: count });

export async function askApiKeyExpiry(
  prompts: Prompts,
  current: ApiKeyExpiry,
  asked: Asked,
): Promise<ApiKeyExpiry | PromptBack | undefined> {
  const { title, step, now } = asked;
  const until = (expiry: ApiKeyExpiry) => l10n.t`Until ${dayOf(toExpiryTime(expiry, now) ?? "")}`;
  for (;;) {
    const picked = await prompts.pick<ApiKeyExpiry>({
      title,
      step,
      placeholder: l10n.t("When does the key expire?"),
      choices: [
        { label: l10n.t("30 days"), description: until(days(30)), value: days(30) },
        { label: l10n.t("90 days"), description: until(days(90)), value: days(90) },
        { label: l10n.t("A year"), description: until(days(365)), value: days(365) },
        { label: l10n.t("Until a date..."), value: { kind: "date", date: "" } },
        { label: l10n.t("Forever"), description: l10n.t("Until it is revoked"), value: never },
      ],
      active: (choice) => isSameChoice(choice, current),
    });
    if (picked === undefined || picked === promptBack || picked.kind !== "date") return picked;
    const date = await askDate(prompts, current.kind === "date" ? current.date : "", asked);
    // Back from the date returns to the previous choice.
    if (date !== promptBack) return date === undefined ? undefined : { kind: "date", date: date.trim() };
  }
}

function askDate(
  prompts: Prompts,
  value: string,
  { title, step, now }: Asked,
): Promise<string | PromptBack | undefined> {
  return prompts.input({
    title,
    step,
    prompt: l10n.t("The last day on which it is valid, as YYYY-MM-DD"),
    placeholder: dayOf(now + 30 * dayMs),
    value,
    validate: (text) => dateProblem(text.trim(), now),
  });
}

/** RFC 3339; undefined: the key never expires. A date includes its whole day where the user is. */
export function toExpiryTime(expiry: ApiKeyExpiry, now: number): string | undefined {
  if (expiry.kind === "never") return undefined;
  return new Date(expiry.kind === "days" ? now + expiry.days * dayMs : findDayEnd(expiry.date)).toISOString();
}

function dateProblem(text: string, now: number): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00`) : Number.NaN;
  // `Date` moves an invalid day to the next month.
  if (Number.isNaN(time) || dayOf(time) !== text) return l10n.t("Enter a date as 2030-12-31.");
  return findDayEnd(text) <= now ? l10n.t("This day has passed. Enter a later one.") : undefined;
}

/** The start of the next day, in the user's time zone. */
function findDayEnd(date: string): number {
  const start = new Date(`${date}T00:00`);
  return start.setDate(start.getDate() + 1);
}

/** `2030-12-31`, in the user's time zone. */
function dayOf(time: string | number): string {
  const at = new Date(time);
  const digits = (value: number, count: number) => String(value).padStart(count, "0");
  return [digits(at.getFullYear(), 4), digits(at.getMonth() + 1, 2), digits(at.getDate(), 2)].join("-");
}

const isSameChoice = (one: ApiKeyExpiry, other: ApiKeyExpiry) =>
  one.kind === other.kind && (one.kind !== "days" || other.kind !== "days" || one.days === other.days);
