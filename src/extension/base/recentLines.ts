/** The last texts, oldest first; long ones are truncated. */
export interface RecentLines {
  add(text: string): void;
  all(): readonly string[];
}

const longest = 2000;

export function createRecentLines(most: number): RecentLines {
  const lines: string[] = [];
  return {
    add: (text) => {
      lines.push(text.slice(0, longest));
      if (lines.length > most) lines.shift();
    },
    all: () => [...lines],
  };
}
