const most = { values: 3, characters: 40 } as const;

/** A few of the values, to recognise them by. */
export function sampleWords(values: readonly unknown[]): string {
  const texts = values.filter((value) => value !== undefined && value !== null).map(textOf);
  const shown = [...new Set(texts)].slice(0, most.values);
  return shown.length === 0 ? "nothing there" : shown.join(", ");
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ");
  return line.length <= most.characters ? line : `${line.slice(0, most.characters).toWellFormed()}...`;
}
