import type { Page } from "./pages.ts";

/** Where a list is read on. */
export interface PageInput {
  readonly limit: number;
  readonly cursor?: string;
}

/** The pages of a list, one after the other to its end. */
export async function* allPages(read: (input: PageInput) => Promise<Page>): AsyncGenerator<Page, void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page = await read({ limit: 200, ...(cursor !== undefined && { cursor }) });
    yield page;
    cursor = page.nextCursor;
  }
}
