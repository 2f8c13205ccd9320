import { ToolError } from "./toolCallError.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Sought {
  /** `server` */
  readonly what: string;
  /** A name or an id. */
  readonly called: string;
  /** Said where there is none. */
  readonly instead: string;
}

const mostNamed = 5;

/** The one item that is meant by a name or an id: the case of a name does not count. */
export async function theOne<Item extends Named>(items: AsyncIterable<Item>, sought: Sought): Promise<Item> {
  const { what, called, instead } = sought;
  const wanted = called.trim().toLowerCase();
  const same: Item[] = [];
  const near: Item[] = [];
  for await (const item of items) {
    if (item.id === called.trim()) return item;
    if (item.name.toLowerCase() === wanted) same.push(item);
    else if (near.length < mostNamed) near.push(item);
  }
  const [one, ...others] = same;
  if (one && others.length === 0) return one;
  if (one)
    throw new ToolError(`There are ${same.length} ${what}s called ${called}. Name one by its id: ${listed(same)}.`);
  const similar = near.length > 0 ? ` Similar: ${listed(near)}.` : "";
  throw new ToolError(`There is no ${what} called ${called}.${similar} ${instead}`);
}

function listed(items: readonly Named[]): string {
  return items
    .slice(0, mostNamed)
    .map(({ id, name }) => `${name} (${id})`)
    .join(", ");
}
