import type { Locator, Page } from "playwright-core";

/** The page's own content, without header, library, footer and player. */
export const main = (page: Page): Locator => page.getByRole("main");

/** A button of the content; a text matches a part of the name. */
export const button = (page: Page, name: string | RegExp): Locator =>
  main(page).getByRole("button", { name });

/** A link of the content; a text matches a part of the name. */
export const link = (page: Page, name: string | RegExp): Locator => main(page).getByRole("link", { name });

/** A tab of the content. */
export const tab = (page: Page, name: string | RegExp): Locator => main(page).getByRole("tab", { name });

/** The dialog that asks for a confirmation or an input. */
export const dialog = (page: Page): Locator => page.getByRole("alertdialog");

/** Returns what a screen reader finds in an element, without addresses. */
export const readTree = async (locator: Locator): Promise<string> =>
  (await locator.ariaSnapshot()).replaceAll(/:?\n *- \/(url|placeholder): .*/g, "");

/** Waits until the content shows a text. */
export const waitForText = (page: Page, text: string | RegExp): Promise<void> =>
  main(page).getByText(text).first().waitFor();
