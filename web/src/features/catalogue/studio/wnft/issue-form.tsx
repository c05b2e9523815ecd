import { type Network, networks } from "@wrapsody/shared/chain.ts";
import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { type OwnToken, postSongNft } from "@wrapsody/shared/wnft.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { Dialog, DialogCancel } from "../../../../ui/feedback/dialog.tsx";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { FormFailure, useApiForm } from "../../../accounts/index.ts";
import { IssueTerms } from "./issue-terms.tsx";
import { defaultNetwork, NetworkChoice } from "./network-choice.tsx";
import { NextOwner } from "./next-owner.tsx";

type Props = { song: OwnSong; token: OwnToken; onRequested: () => void };

/** Form for the network and the metadata of a token. `onRequested` runs once the choice is final. */
export function IssueForm({ song, token, onRequested }: Props) {
  const { t } = useTranslation();
  const { offers, ipfs_is_pinned } = token;
  const id = useId();
  const [network, setNetwork] = useState(defaultNetwork(offers));
  const [onIpfs, setOnIpfs] = useState(false);
  const [confirming, setConfirming] = useState(false);
  // One key for all attempts, so that a repeat after a lost response requests no second token.
  const [key] = useState(newIdempotencyKey);
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postSongNft,
    request: { params: { id: String(song.id) }, key },
    body: ({ mintOn, useIpfs }) => ({ mintOn: networkIn(mintOn), useIpfs: useIpfs === "true" }),
    // Another tab requested the token, or the plan has no token left: the page shows which.
    failed({ status }) {
      if (status !== 403 && status !== 409) return false;
      onRequested();
      return true;
    },
    onSuccess: onRequested,
  });
  const owner = offers.find((offer) => offer.network === network)?.owner;
  return (
    <form
      ref={form}
      id={id}
      className="wnft-form"
      noValidate
      onSubmit={(event) => {
        setConfirming(false);
        submit(event);
      }}
      aria-label={t("wnft.title")}
    >
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
          initial="false"
          problem={problems.useIpfs}
          onChange={(value) => setOnIpfs(value === "true")}
        />
      </Section>
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
          <div className="dialog-end">
            <DialogCancel>{t("accounts.settings.cancel")}</DialogCancel>
            <button type="submit" form={id} className="btn solid">
              {t("wnft.send")}
            </button>
          </div>
        </Dialog>
      </div>
    </form>
  );
}

const networkIn = (text: string | undefined): Network | undefined => networks.find((name) => name === text);
