import type { ReadPage } from "./readAnswer.ts";

/** A list that is being read, page by page. */
export interface Listing {
  readonly number: number;
  /** By id, on which page an item was handed out: lists change while they are read. */
  readonly handedOut: Map<string, number>;
  /** Where it went on, by the page that was there. */
  readonly places: Map<string, number>;
  /** A page that was read to see whether its parameter is understood, by the cursor it stands at. */
  ahead?: { readonly at: string; readonly page: ReadPage } | undefined;
}

/** The lists read last: whoever goes on with an older one may get an item twice. */
export interface Listings {
  begin(): Listing;
  goOn(number: number): Listing;
}

const most = 30;

export function createListings(): Listings {
  const known = new Map<number, Listing>();
  let last = 0;
  const make = (number: number): Listing => {
    const listing: Listing = { number, handedOut: new Map(), places: new Map() };
    known.set(number, listing);
    for (const [oldest] of known.size > most ? known : []) {
      known.delete(oldest);
      break;
    }
    return listing;
  };
  return {
    begin: () => {
      last += 1;
      return make(last);
    },
    goOn: (number) => known.get(number) ?? make(number),
  };
}
