import type { Ahead, Listing, Listings } from "../dialect.ts";

const most = 30;
/** Pages ahead hold so many items together; the newest two are kept however long they are. */
const mostAhead = { items: 2000, long: 2 } as const;

export function createListings(): Listings {
  const known = new Map<number, Listing>();
  const aheads = createAheads();
  let last = 0;
  const forget = (number: number) => {
    known.delete(number);
    aheads.set(number, undefined);
  };
  const make = (number: number): Listing => {
    const listing: Listing = {
      ...{ number, handedOut: new Map(), places: new Map() },
      get ahead() {
        return aheads.get(number);
      },
      set ahead(ahead) {
        aheads.set(number, ahead);
      },
    };
    known.set(number, listing);
    for (const [oldest] of known.size > most ? known : []) {
      forget(oldest);
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
    end: ({ number }) => forget(number),
  };
}

/** By listing, oldest first. */
function createAheads() {
  const kept = new Map<number, Ahead>();
  return {
    get: (number: number) => kept.get(number),
    set: (number: number, ahead: Ahead | undefined) => {
      kept.delete(number);
      if (!ahead) return;
      kept.set(number, ahead);
      let items = [...kept.values()].reduce((sum, { page }) => sum + page.items.length, 0);
      for (const [oldest, { page }] of kept) {
        if (kept.size <= mostAhead.long || items <= mostAhead.items) break;
        kept.delete(oldest);
        items -= page.items.length;
      }
    },
  };
}
