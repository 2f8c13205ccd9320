/** A step into a value: a property, an entry (negative: from the end), or all of them. */
type Step = { readonly name: string } | { readonly index: number } | "all";

const longestPath = 500;
const mostSteps = 50;
/** More values than this are no expectation that somebody wrote. */
const mostValues = 10_000;

const step =
  /\.(?<name>[\p{L}\p{N}_$-]+)|\.(?<star>\*)|\[(?:(?<index>-?\d{1,9})|(?<all>\*)|'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)")\]/uy;

/** The steps of `$.a[0].b`, `$['x']`, `$.a[*].b`, `$[-1]`; undefined where it is no such path. The `$` may be left out. */
export function readJsonPath(path: string): readonly Step[] | undefined {
  if (path.length > longestPath) return undefined;
  const source = path.startsWith("$") ? path.slice(1) : path.startsWith("[") || path === "" ? path : `.${path}`;
  const steps: Step[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < source.length) {
    const groups = step.exec(source)?.groups;
    if (!groups || steps.length >= mostSteps) return undefined;
    steps.push(stepOf(groups));
  }
  return steps;
}

function stepOf({ name, star, all, index, single, double }: Readonly<Record<string, string | undefined>>): Step {
  if (star !== undefined || all !== undefined) return "all";
  if (index !== undefined) return { index: Number(index) };
  return { name: name ?? (single ?? double ?? "").replaceAll(/\\(.)/gsu, "$1") };
}

/** The values at a path, in their order; none where nothing is there. */
export function selectJsonValues(value: unknown, steps: readonly Step[]): readonly unknown[] {
  let found: readonly unknown[] = [value];
  for (const one of steps) {
    const next: unknown[] = [];
    for (const each of found) {
      for (const inner of inside(each, one)) {
        if (next.length >= mostValues) return next;
        next.push(inner);
      }
    }
    found = next;
  }
  return found;
}

function inside(value: unknown, one: Step): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (one === "all") return Object.values(value);
  if ("index" in one) return Array.isArray(value) ? entry(value, one.index) : [];
  const own = Object.getOwnPropertyDescriptor(value, one.name);
  return own?.enumerable === true ? [own.value] : [];
}

function entry(list: readonly unknown[], index: number): readonly unknown[] {
  const at = index < 0 ? list.length + index : index;
  return at >= 0 && at < list.length ? [list[at]] : [];
}
