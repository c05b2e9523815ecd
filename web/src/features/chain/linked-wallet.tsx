import { deleteWallet, type linkedWallet } from "@wrapsody/shared/accounts/wallets.ts";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { ApiError, apiFetch } from "../../lib/api/api-fetch.ts";
import { Address } from "../../ui/format/address.tsx";
import { shortAddress } from "../../ui/format/format.ts";
import { formatDay } from "../../ui/format/local-time.ts";
import { ConfirmButton, CopyButton } from "../accounts/index.ts";

type Props = { wallet: z.output<typeof linkedWallet>; unlinked(address: string): Promise<void> };

export function LinkedWallet({ wallet: { address, linked_at }, unlinked }: Props) {
  const { t, i18n } = useTranslation();
  const short = shortAddress(address);
  const unlink = async () => {
    await apiFetch(deleteWallet, { params: { address } }).catch(ignoreMissing);
    await unlinked(address);
  };
  return (
    <li className="linked-wallet">
      <p className="row">
        <Address address={address} />
        <CopyButton text={address} name={short} />
      </p>
      <p className="small dim">{t("wallets.since", { day: formatDay(linked_at, i18n.language) })}</p>
      <ConfirmButton
        className="btn s"
        label={
          <>
            {t("wallets.unlink")} <span className="vh">{short}</span>
          </>
        }
        title={t("wallets.unlinkTitle", { address: short })}
        text={t("wallets.unlinkText")}
        confirm={t("wallets.unlink")}
        run={unlink}
      />
    </li>
  );
}

/** Another tab unlinked the wallet, or another account linked it: the result is the same. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== "E0001") throw error;
}
