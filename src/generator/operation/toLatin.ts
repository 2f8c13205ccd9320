import { transliterate } from "transliteration";

/** The text in the letters of ASCII, as far as Unicode's tables have some for it: `Größe` as `Grosse`, `都市` as `Du Shi`. */
export const toLatin = (text: string): string =>
  /\P{ASCII}/u.test(text) ? transliterate(text.normalize("NFC")) : text;
