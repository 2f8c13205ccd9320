import { type Back, back, type Prompts, type Step } from "../../core/foundation/ports.ts";

/** In so many days, after the day that was typed, or never. */
export type Expiry =
  | { readonly kind: "days"; readonly days: number }
  | { readonly kind: "date"; readonly date: string }
  | { readonly kind: "never" };

interface Asked {
  readonly title: string;
  readonly step: Step;
  readonly now: number;
}

const dayMs = 86_400_000;
const never: Expiry = { kind: "never" };
const days = (count: number): Expiry => ({ kind: "days", days: count });

export async function askExpiry(prompts: Prompts, known: Expiry, asked: Asked): Promise<Expiry | Back | undefined> {
  const { title, step, now } = asked;
  const until = (expiry: Expiry) => `Until ${dayOf(expiresAt(expiry, now) ?? "")}`;
  for (;;) {
    const picked = await prompts.pick<Expiry>({
      title,
      step,
      placeholder: "How long is it good for?",
      choices: [
        { label: "30 days", description: until(days(30)), value: days(30) },
        { label: "90 days", description: until(days(90)), value: days(90) },
        { label: "A year", description: until(days(365)), value: days(365) },
        { label: "Until a date...", value: { kind: "date", date: "" } },
        { label: "Forever", description: "Until it is revoked", value: never },
      ],
      active: (choice) => isSameChoice(choice, known),
    });
    if (picked === undefined || picked === back || picked.kind !== "date") return picked;
    const date = await askDate(prompts, known.kind === "date" ? known.date : "", asked);
    // Back from the date leads to the choice that led to it.
    if (date !== back) return date === undefined ? undefined : { kind: "date", date: date.trim() };
  }
}

function askDate(prompts: Prompts, value: string, { title, step, now }: Asked): Promise<string | Back | undefined> {
  return prompts.input({
    title,
    step,
    prompt: "The last day it is good for, as YYYY-MM-DD",
    placeholder: dayOf(new Date(now + 30 * dayMs).toISOString()),
    value,
    validate: (text) => dateProblem(text.trim(), now),
  });
}

/** RFC 3339; undefined: it never expires. A date is good for the whole of its day in UTC. */
export function expiresAt(expiry: Expiry, now: number): string | undefined {
  if (expiry.kind === "never") return undefined;
  const end = expiry.kind === "days" ? now + expiry.days * dayMs : Date.parse(expiry.date) + dayMs;
  return new Date(end).toISOString();
}

function dateProblem(text: string, now: number): string | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // A day that no month has becomes one of the next month.
  if (Number.isNaN(time) || dayOf(new Date(time).toISOString()) !== text) return "Enter a date as 2030-12-31.";
  return time + dayMs <= now ? "This day is over. Enter one to come." : undefined;
}

const dayOf = (time: string) => time.slice(0, 10);

const isSameChoice = (one: Expiry, other: Expiry) =>
  one.kind === other.kind && (one.kind !== "days" || other.kind !== "days" || one.days === other.days);
