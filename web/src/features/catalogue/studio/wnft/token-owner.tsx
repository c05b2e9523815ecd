import { useQueryClient } from "@tanstack/react-query";
import {
  getMySongNft,
  type OwnToken,
  postSongNftTransfer,
  type TokenTransfer,
} from "@wrapsody/shared/catalogue/wnft.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { isOwnChain, networkName, transactionOnExplorer } from "../../../../lib/networks.ts";
import { useActingAccount } from "../../../../lib/storage/session.ts";
import { paths } from "../../../../paths.ts";
import { StatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { Address } from "../../../../ui/format/address.tsx";
import { shortAddress } from "../../../../ui/format/format.ts";
import { formatMoment } from "../../../../ui/format/local-time.ts";
import { SelectField } from "../../../../ui/forms/field.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { ConfirmButton, errorKey, Permitted } from "../../../accounts/index.ts";
import { useWalletsOn } from "../../../chain/index.ts";

type Props = { songId: number; name: string; token: OwnToken };

/** The owner of a minted or pending token, and its way out of custody. */
export function TokenOwner({ songId, name, token }: Props) {
  const { t } = useTranslation();
  const { owner, state, transfers, nft_network: network } = token;
  const [latest] = transfers;
  return (
    <Section title={t("wnft.part.owner")}>
      <StatusMessage text={latest === undefined ? undefined : statusText(latest.state, t)} />
      {owner === null ? (
        <p className="small dim">{t("wnft.owner.unknown")}</p>
      ) : (
        <div className="wnft-owner">
          <p className="small">{t(ownerKey(owner, state))}</p>
          <p>
            <Address address={owner.address} />
          </p>
          {owner.in_custody && state === "MINTED" && network !== null ? (
            <Permitted call={postSongNftTransfer}>
              <FromCustody songId={songId} name={name} network={network} latest={latest} />
            </Permitted>
          ) : null}
          {network === null || transfers.length === 0 ? null : (
            <Transfers transfers={transfers} network={network} />
          )}
        </div>
      )}
    </Section>
  );
}

/** A failure is announced with its reason. */
function statusText(state: TokenTransfer["state"], t: (key: string) => string): string | undefined {
  if (state === "PENDING") return t("wnft.transfer.pending");
  return state === "DONE" ? t("wnft.transfer.done") : undefined;
}

function ownerKey({ in_custody }: NonNullable<OwnToken["owner"]>, state: OwnToken["state"]): string {
  if (state === "PENDING") return in_custody ? "wnft.owner.custodialNext" : "wnft.owner.wallet";
  return in_custody ? "wnft.owner.custodial" : "wnft.owner.yours";
}

type CustodyProps = { songId: number; name: string; network: Network; latest: TokenTransfer | undefined };

/** The button that transfers a token from custody, the transfer in progress, or what is missing. */
function FromCustody({ songId, name, network, latest }: CustodyProps) {
  const { t } = useTranslation();
  const wallets = useWalletsOn(network);
  const isMember = useActingAccount() !== undefined;
  if (latest?.state === "PENDING")
    return <p className="small">{t("wnft.transfer.pendingText", { network: networkName(t, network) })}</p>;
  if (isMember) return <p className="small dim">{t("wnft.transfer.ownLogin")}</p>;
  if (wallets === undefined) return null;
  return (
    <>
      {latest?.state === "FAILED" ? <FailedTransfer problem={latest.problem} /> : null}
      {wallets.length === 0 ? (
        <>
          <p className="small">{t("wnft.transfer.noWallet", { network: networkName(t, network) })}</p>
          <Link className="btn s" to={paths.settings}>
            {t("wnft.owner.link")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </>
      ) : (
        <TransferButton songId={songId} name={name} network={network} wallets={wallets} />
      )}
    </>
  );
}

function FailedTransfer({ problem }: { problem: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="wnft-failed" role="alert">
      <p className="msg">
        <TriangleAlert className="i" aria-hidden="true" /> <span>{t("wnft.transfer.failed")}</span>
      </p>
      {problem === null ? null : (
        <p className="small" lang="en">
          {problem}
        </p>
      )}
      <p className="small">{t("wnft.transfer.failedAgain")}</p>
    </div>
  );
}

type ButtonProps = { songId: number; name: string; network: Network; wallets: readonly string[] };

function TransferButton({ songId, name, network, wallets }: ButtonProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const wallet = wallets.find((address) => address === chosen) ?? wallets[0] ?? "";
  const run = useTransfer(songId, wallet);
  return (
    <ConfirmButton
      className="btn solid"
      label={
        <>
          {t("wnft.transfer.open")} <ArrowRight className="i" aria-hidden="true" />
        </>
      }
      title={t("wnft.transfer.title", { name })}
      text={
        <ul className="wnft-terms">
          <li>{t("wnft.transfer.network", { network: networkName(t, network) })}</li>
          <li>
            {t("wnft.transfer.to")} <span className="code-l wnft-address">{wallet}</span>
          </li>
          <li>{t("wnft.transfer.terms")}</li>
          <li className="b">{t("wnft.transfer.permanent")}</li>
        </ul>
      }
      confirm={t("wnft.transfer.confirm")}
      run={run}
      reason={(error) =>
        error instanceof ApiError && error.errors.some(({ field }) => field === "wallet")
          ? t("wnft.transfer.unlinked")
          : t(errorKey(error))
      }
    >
      {wallets.length === 1 ? null : (
        <SelectField
          label={t("wnft.transfer.wallet")}
          name="wallet"
          value={wallet}
          problem={undefined}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        >
          {wallets.map((address) => (
            <option key={address} value={address}>
              {shortAddress(address)}
            </option>
          ))}
        </SelectField>
      )}
    </ConfirmButton>
  );
}

/** Requests a transfer. Keeps the idempotency key until the wallet changes or the request is refused. */
function useTransfer(songId: number, wallet: string): () => Promise<void> {
  const client = useQueryClient();
  const latest = useRef<{ wallet: string; key: string }>(undefined);
  return async () => {
    if (latest.current?.wallet !== wallet) latest.current = { wallet, key: newIdempotencyKey() };
    const { key } = latest.current;
    try {
      await apiFetch(postSongNftTransfer, { params: { id: String(songId) }, body: { wallet }, key });
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) latest.current = undefined;
      // Another tab has requested it: the page shows that transfer.
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
    invalidateQueries(client, getMySongNft);
  };
}

/** The history of transfers, the latest first. */
function Transfers({ transfers, network }: { transfers: readonly TokenTransfer[]; network: Network }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <h3 className="meta dim">{t("wnft.transfer.history")}</h3>
      <ul className="wnft-transfers small">
        {transfers.map(({ id, wallet, state, problem, hash, requested_at, ended_at }) => (
          <li key={id}>
            <span className={stateClass[state]}>{t(`wnft.transfer.state.${state}`)}</span>
            <span className="num">{formatMoment(ended_at ?? requested_at, i18n.language)}</span>
            <Address address={wallet} />
            {problem === null ? null : <span lang="en">{problem}</span>}
            {hash === null || isOwnChain(network) ? null : (
              <a className="u b" href={transactionOnExplorer(network, hash)} target="_blank" rel="noreferrer">
                {t("wrap.token.transaction")}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const stateClass = { PENDING: "state wait", DONE: "state on", FAILED: "state bad" } as const;
