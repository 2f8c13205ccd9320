/** `openapi: 3.1.0`, `"swagger": "2.0"`. */
const declaration = /^[ \t]*(?:[{,][ \t]*)?["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]/m;
const root = /^["']?(?:info|paths)["']?\s*:|[{,]\s*"(?:info|paths)"\s*:/m;

/** How much of a text is looked at for the version field. */
export const openApiHeadLength = 4096;

/** Whether a text declares a version of OpenAPI at its beginning. */
export const isOpenApiText = (text: string): boolean => declaration.test(text.slice(0, openApiHeadLength));

/** A part of a document in several files may declare a version, and has neither of these. */
export const isRootOpenApiText = (text: string): boolean => root.test(text);
