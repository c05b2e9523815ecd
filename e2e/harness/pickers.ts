import type { Locator, Page } from "playwright-core";

/** Returns the text field of a picker. */
export const picker = (page: Page, label: string): Locator =>
  page.getByRole("main").getByRole("combobox", { name: label, exact: true });

/** Chooses an entry of a picker by typing its name. */
export async function chooseEntry(page: Page, label: string, name: string): Promise<void> {
  await picker(page, label).fill(name);
  await page.getByRole("listbox").getByRole("option", { name }).first().click();
}
