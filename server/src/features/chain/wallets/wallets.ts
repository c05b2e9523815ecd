import { type linkedWallet, MAX_WALLETS, type postWalletMessage } from "@wrapsody/shared/accounts/wallets.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { networks } from "@wrapsody/shared/experiences/chain.ts";
import type { z } from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { type ExportTable, readContact, recordEvent } from "../../accounts/index.ts";
import { type Proof, startProof, verifyProof } from "./proofs.ts";
import {
  deleteWallet,
  detachWallet,
  insertWallet,
  type LinkedWallet,
  listWallets,
  lockForLink,
} from "./wallets.data.ts";

type LinkedWalletAnswer = z.output<typeof linkedWallet>;
type Caller = { session: Session; device: Device };

/** Creates the message whose signature links a wallet to the caller's account. It names the account for the signer to see. */
export async function createLinkMessage(
  context: Context,
  { session: { accountId }, wallet, chainId }: { session: Session; wallet: string; chainId: number },
): Promise<AnswerOf<typeof postWalletMessage>> {
  const contact = await readContact(context.db, accountId);
  const site = toStatementText((await context.site.read()).name, context);
  const account = contact === undefined ? `my ${site} account` : `the ${site} account ${contact.email}`;
  const statement = `Link this wallet to ${account}. This costs nothing.`;
  const about = { purpose: "LINK_WALLET", subject: "", accountId } as const;
  const { nonce, message, validFor } = await startProof(context, { ...about, wallet, chainId, statement });
  return { nonce, message, valid_for: validFor };
}

/** Returns the name of the site, or its host if the name has letters that EIP-4361 does not allow in a statement. */
function toStatementText(name: string, { publicUrl }: Context): string {
  return /^[\w\-.~:/?#[\]@!$&'()*+,;= ]+$/.test(name) ? name : new URL(publicUrl).host;
}

/**
 * Links the wallet whose message was signed. Unlinks it from its previous account, which is notified.
 *
 * @throws Failure as `verifyProof`, E0007 on `wallet` if the account has too many, E0003 if it was just deleted
 */
export async function linkWallet(
  context: Context,
  { session, device, ...signed }: Caller & { nonce: string; signature: string },
): Promise<LinkedWalletAnswer> {
  const { accountId } = session;
  const proof = await verifyProof(context, { purpose: "LINK_WALLET", accountId, ...signed });
  return context.db.transaction().execute(async (tx) => {
    const address = proof.wallet;
    const others = await lockForLink(tx, { accountId, address });
    if (others === undefined) throw new Failure("E0003");
    if (others >= MAX_WALLETS) throw tooManyWallets();
    const link = { address, network: proof.network ?? "", accountId };
    for (const previousOwner of await detachWallet(tx, link))
      await notifyPreviousOwner(context, tx, { previousOwner, proof });
    const linked_at = await insertWallet(tx, link, context.clock.now());
    await recordEvent(context, tx, { accountId, kind: "wallet-linked", device, detail: { wallet: address } });
    return { address, ...linkScope([{ ...link, linked_at }]) };
  });
}

function tooManyWallets(): Failure {
  const message = `An account can have ${MAX_WALLETS} wallets. Please unlink one first.`;
  return new Failure("E0007", { errors: [{ field: "wallet", message }] });
}

/** The event shows no device: that of the new owner is not for the previous one to see. */
const NO_DEVICE = { address: "", userAgent: "", fingerprint: undefined };

async function notifyPreviousOwner(
  context: Context,
  tx: Executor,
  { previousOwner, proof: { wallet } }: { previousOwner: string; proof: Proof },
): Promise<void> {
  const detail = { wallet };
  await recordEvent(context, tx, {
    accountId: previousOwner,
    kind: "wallet-unlinked",
    device: NO_DEVICE,
    detail,
  });
  const link = `${context.publicUrl}/my/settings`;
  await notify(context, tx, "wallet-unlinked", await readContact(tx, previousOwner), { wallet, link });
}

/** Returns each address once, although a contract may be linked on several networks. */
export async function getLinkedWallets(
  { db }: Context,
  session: Session,
): Promise<{ wallets: LinkedWalletAnswer[] }> {
  const links = Map.groupBy(await listWallets(db, session.accountId), ({ address }) => address);
  return { wallets: [...links].map(([address, of]) => ({ address, ...linkScope(of) })) };
}

/** Returns when an address was linked and on which networks. Empty for a link by key, which is valid on all networks. */
function linkScope(
  links: readonly Pick<LinkedWallet, "network" | "linked_at">[],
): Omit<LinkedWalletAnswer, "address"> {
  const everywhere = links.some(({ network }) => network === "");
  const named = networks.filter((name) => links.some(({ network }) => network === name));
  return { linked_at: links[0]?.linked_at ?? "", networks: everywhere ? [] : named };
}

/** @throws Failure E0001 if the wallet is not the caller's */
export async function unlinkWallet(
  context: Context,
  { session: { accountId }, device, address: typed }: Caller & { address: string },
): Promise<Record<never, never>> {
  const address = typed.toLowerCase();
  await context.db.transaction().execute(async (tx) => {
    if (!(await deleteWallet(tx, { address, accountId }))) throw notFound();
    await recordEvent(context, tx, {
      accountId,
      kind: "wallet-unlinked",
      device,
      detail: { wallet: address },
    });
  });
  return {};
}

/**
 * Lists the wallets of an account, first linked first, with addresses in lower case. A contract wallet has the `network` it is linked on;
 * undefined stands for all networks. In SQL, `account_of_wallet(address, network)` finds the account.
 */
export async function listLinkedWallets(
  db: Executor,
  accountId: string,
): Promise<{ address: string; network: string | undefined }[]> {
  const wallets = await listWallets(db, accountId);
  return wallets.map(({ address, network }) => ({ address, network: network === "" ? undefined : network }));
}

/** Exports the wallets of an account. */
export const walletsExport = { wallets: listWallets } satisfies ExportTable;
