import { rowsOfPage } from "../../../lib/pages/page-number.ts";

export const billsOnPage = 12;

/** The latest bills: the first page of them, as the list asks for it too. */
export const firstBills = { list: rowsOfPage(1, billsOnPage) };
