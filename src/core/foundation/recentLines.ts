/** The last texts there were, oldest first; longer ones are cut. */
export interface LastLines {
  add(text: string): void;
  all(): readonly string[];
}

const longest = 2000;

export function createLastLines(most: number): LastLines {
  const kept: string[] = [];
  return {
    add: (text) => {
      kept.push(text.slice(0, longest));
      if (kept.length > most) kept.shift();
    },
    all: () => [...kept],
  };
}
