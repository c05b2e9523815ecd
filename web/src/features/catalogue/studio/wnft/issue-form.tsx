import { type Network, networks } from "@wrapsody/shared/chain.ts";
import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { type OwnToken, postSongNft } from "@wrapsody/shared/wnft.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { FormFailure, useApiForm } from "../../../accounts/index.ts";
import { defaultNetwork, NetworkChoice } from "./network-choice.tsx";
import { NextOwner } from "./next-owner.tsx";

type Props = { song: OwnSong; token: OwnToken; onRequested: () => void };

/** Form for the network and the metadata of a token. `onRequested` runs once the choice is final. */
export function IssueForm({ song, token, onRequested }: Props) {
  const { t } = useTranslation();
  const { offers, ipfs_is_pinned } = token;
  const [network, setNetwork] = useState(defaultNetwork(offers));
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
  return (
    <form ref={form} className="wnft-form" noValidate onSubmit={submit} aria-label={t("wnft.title")}>
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
        />
      </Section>
      <Section title={t("wnft.part.owner")}>
        <NextOwner owner={offers.find((offer) => offer.network === network)?.owner} />
      </Section>
      <div className="wnft-send">
        <FormFailure failure={failure} otherwise="wnft.requestFailed" />
        <p className="small">{t("wnft.once")}</p>
        <button type="submit" className="btn go" aria-disabled={busy || undefined}>
          {t(busy ? "wnft.busy" : "wnft.send")} <ArrowRight className="i" aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}

const networkIn = (text: string | undefined): Network | undefined => networks.find((name) => name === text);
