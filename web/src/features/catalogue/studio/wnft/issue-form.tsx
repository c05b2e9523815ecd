import { type OwnToken, postSongNft } from "@wrapsody/shared/catalogue/wnft.ts";
import { type Network, networks } from "@wrapsody/shared/experiences/chain.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { Fragment, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { Dialog, DialogCancel } from "../../../../ui/feedback/dialog.tsx";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { StoredValue } from "../../../../ui/forms/stored-value.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { FormFailure, useApiForm } from "../../../accounts/index.ts";
import { RoyaltyField } from "../../../chain/index.ts";
import { IssueTerms } from "./issue-terms.tsx";
import { NetworkChoice, offeredNetwork } from "./network-choice.tsx";
import { NextOwner } from "./next-owner.tsx";

type Props = { song: OwnSong; token: OwnToken; onRequested: () => void };

/** Form for the network and the metadata of a token. `onRequested` runs once the choice is final. */
export function IssueForm({ song, token, onRequested }: Props) {
  const { t } = useTranslation();
  const { offers, ipfs_is_pinned } = token;
  const id = useId();
  const [confirming, setConfirming] = useState(false);
  // One key for all attempts, so that a repeat after a lost response requests no second token.
  const [key] = useState(newIdempotencyKey);
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postSongNft,
    request: { params: { id: String(song.id) }, key },
    body: ({ mintOn, useIpfs, royalty_rate }) => ({
      mintOn: networkIn(mintOn),
      useIpfs: useIpfs === "true",
      royalty_rate,
    }),
    // Another tab requested the token, or the plan has no token left: the page shows which.
    failed({ status }) {
      if (status !== 403 && status !== 409) return false;
      setConfirming(false);
      onRequested();
      return true;
    },
    onSuccess() {
      draft.finish();
      onRequested();
    },
  });
  const draft = useFormDraft(`wnft-${song.id}`, form);
  const [network, setNetwork] = useState(() => offeredNetwork(offers, draft.values.mintOn));
  const [onIpfs, setOnIpfs] = useState(draft.values.useIpfs === "true");
  // The dialog removes its field when it closes.
  const [royalty, setRoyalty] = useState(draft.values.royalty ?? "0");
  // Errors of the other fields are behind the dialog.
  const isRefused = failure !== undefined || (problems.mintOn ?? problems.useIpfs) !== undefined;
  useEffect(() => {
    if (!busy && isRefused) setConfirming(false);
  }, [busy, isRefused]);
  const owner = offers.find((offer) => offer.network === network)?.owner;
  return (
    <form
      ref={form}
      id={id}
      className="wnft-form"
      noValidate
      onSubmit={submit}
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement) || target.name !== "royalty_rate") return;
        setRoyalty(target.value);
        clearError("royalty_rate");
      }}
      aria-label={t("wnft.title")}
    >
      <DraftNotice
        draft={draft}
        onDiscard={() => {
          draft.discard();
          setNetwork(offeredNetwork(offers, undefined));
          setOnIpfs(false);
          setRoyalty("0");
        }}
      />
      <StoredValue name="royalty" value={royalty} />
      <Fragment key={draft.round}>
        <Section title={t("wnft.part.network")}>
          <NetworkChoice
            offers={offers}
            initial={network}
            problem={problems.mintOn === undefined ? undefined : t("wnft.off")}
            onChange={(chosen) => {
              setNetwork(chosen);
              clearError("mintOn");
            }}
          />
        </Section>
        <Section title={t("wnft.part.metadata")}>
          <RadioGroup
            label={t("wnft.metadata")}
            name="useIpfs"
            options={[
              { value: "false", name: t("wnft.server"), text: t("wnft.serverText") },
              {
                value: "true",
                name: t("wnft.ipfs"),
                text: `${t("wnft.ipfsText")} ${ipfs_is_pinned ? "" : t("wnft.ipfsAlone")}`.trim(),
              },
            ]}
            initial={onIpfs ? "true" : "false"}
            problem={problems.useIpfs}
            onChange={(value) => setOnIpfs(value === "true")}
          />
        </Section>
      </Fragment>
      <Section title={t("wnft.part.owner")}>
        <NextOwner owner={owner} />
      </Section>
      <div className="wnft-send">
        <FormFailure failure={failure} otherwise="wnft.requestFailed" />
        <p className="small">{t("wnft.once")}</p>
        <Dialog
          open={confirming}
          onOpenChange={(open) => setConfirming(open && !busy)}
          trigger={
            <button type="button" className="btn go" aria-disabled={busy || undefined}>
              {t(busy ? "wnft.busy" : "wnft.send")} <ArrowRight className="i" aria-hidden="true" />
            </button>
          }
          title={t("wnft.confirm.title", { name: song.name })}
          text={<IssueTerms network={network} owner={owner} onIpfs={onIpfs} isOnly={token.plan.most === 1} />}
        >
          <RoyaltyChoice
            form={id}
            initial={Number(royalty) || 0}
            network={network}
            owner={owner}
            problem={problems.royalty_rate}
          />
          <div className="dialog-end">
            <DialogCancel>{t("accounts.settings.cancel")}</DialogCancel>
            <button type="submit" form={id} className="btn solid" aria-disabled={busy || undefined}>
              {t(busy ? "wnft.busy" : "wnft.send")}
            </button>
          </div>
        </Dialog>
      </div>
    </form>
  );
}

type RoyaltyProps = {
  form: string;
  /** Percent. */
  initial: number;
  network: Network | undefined;
  owner: OwnToken["owner"] | undefined;
  problem: string | undefined;
};

/** The royalty goes to the wallet that gets the token, so tokens in custody have none. */
function RoyaltyChoice({ form, initial, network, owner, problem }: RoyaltyProps) {
  const { t } = useTranslation();
  if (owner == null) return null;
  if (owner.in_custody) return <p className="small">{t("wnft.confirm.noRoyalty")}</p>;
  return <RoyaltyField form={form} initial={initial} network={network} problem={problem} />;
}

const networkIn = (text: string | undefined): Network | undefined => networks.find((name) => name === text);
