/** Where texts come from: `l10n` has them in the language of the user. */
export interface Texts {
  t(text: string | TemplateStringsArray, ...values: readonly (string | number)[]): string;
}

/** The texts as they are in the code, for reports and language models. A parameter for texts is named `l10n`, so that they are found. */
export const english: Texts = {
  t: (text, ...values) => (typeof text === "string" ? text : String.raw({ raw: text }, ...values)),
};
