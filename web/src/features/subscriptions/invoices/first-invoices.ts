import { rowsOfPage } from "../../../lib/pages/page-number.ts";

export const billsOnPage = 12;

/** Request options of the first page of invoices, as the list uses them. */
export const firstBills = { list: rowsOfPage(1, billsOnPage) };
