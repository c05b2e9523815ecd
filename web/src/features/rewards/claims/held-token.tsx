import { useQuery } from "@tanstack/react-query";
import { getHeldToken } from "@wrapsody/shared/rewards/downloads.ts";
import type { LevelAvailability } from "@wrapsody/shared/rewards/reward-levels.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { Address } from "../../../ui/format/address.tsx";
import { errorKey } from "../../accounts/index.ts";
import { useWallet, WalletButtons, WalletStatus } from "../../chain/index.ts";
import { acceptedExperience, useKeptArtwork } from "./claim-queries.ts";

type Props = {
  songId: number;
  level: { id: number };
  availability: LevelAvailability;
  /** What to consider while no token was found. */
  children: ReactNode;
};

/** Looks for a token that gives the file in the connected wallet, before points are spent. Empty if an artwork is kept for the fan. */
export function HeldToken({ songId, level, availability, children }: Props) {
  const { t } = useTranslation();
  const { artwork } = useKeptArtwork(songId, acceptedExperience(availability));
  const wallet = useWallet();
  const { state } = wallet;
  const account = state.is === "connected" || state.is === "elsewhere" ? state.account : undefined;
  if (artwork !== undefined) return null;
  return (
    <>
      {account === undefined ? (
        <>
          <p>{t("claims.token.look")}</p>
          {children}
        </>
      ) : (
        <InWallet songId={songId} level={level} account={account}>
          {children}
        </InWallet>
      )}
      <WalletButtons wallet={wallet} />
      <WalletStatus state={state} />
    </>
  );
}

function InWallet({ songId, level, account, children }: Omit<Props, "availability"> & { account: string }) {
  const { t } = useTranslation();
  const params = { id: String(songId), rewardId: level.id };
  const options = { params, query: { wallet: account } };
  const { data, error } = useQuery({ ...queryOf(getHeldToken, options), staleTime: 0, retry: false });
  const owner = <Address address={account} />;
  if (error !== null)
    return (
      <>
        <p className="state bad">{t(errorKey(error))}</p>
        {children}
      </>
    );
  if (data === undefined)
    return (
      <p role="status">
        {owner} {t("claims.token.looking")}
      </p>
    );
  if (data === null)
    return (
      <>
        <p className="state bad" role="status">
          <span>
            {owner} {t("claims.token.holdsNone")}
          </span>
        </p>
        {children}
      </>
    );
  const { token_id, experience } = data;
  return (
    <p className="state on" role="status">
      <span>
        {owner}{" "}
        {experience === null
          ? t("claims.token.holdsWnft")
          : t("claims.token.holds", { number: token_id, name: experience })}
      </span>
    </p>
  );
}
