import { Failure, notFound } from "../../platform/failure.ts";
import { listBillsOf, readBillProvider, readPayer } from "./bills.data.ts";
import type { BillPage, CardPage, ListBills } from "./orders.ts";
import { currentProvider, providerOf } from "./providers.ts";

export const listBills: ListBills = listBillsOf;

export const cardPage: CardPage = async (context, { accountId, returnUrl }) => {
  const provider = currentProvider(context);
  if (provider === undefined) throw new Failure("E0038");
  const customerId = await readPayer(context.db, accountId, provider.name);
  if (customerId === undefined) throw new Failure("E0046");
  return { url: await provider.cardPage(customerId, returnUrl) };
};

export const billPage: BillPage = async (context, { accountId, id }) => {
  const provider = await readBillProvider(context.db, accountId, id);
  if (provider === undefined) throw notFound();
  const url = await providerOf(context, { provider }).billPage(id);
  if (url === undefined) throw notFound();
  return { url };
};
