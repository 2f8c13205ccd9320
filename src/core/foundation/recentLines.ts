/** The last texts, oldest first; long ones are truncated. */
export interface RecentLines {
  add(text: string): void;
  all(): readonly string[];
}

const longest = 2000;

export function createRecentLines(most: number): RecentLines {
  const kept: string[] = [];
  return {
    add: (text) => {
      kept.push(text.slice(0, longest));
      if (kept.length > most) kept.shift();
    },
    all: () => [...kept],
  };
}
