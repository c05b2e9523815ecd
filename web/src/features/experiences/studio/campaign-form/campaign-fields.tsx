import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { campaignTypes } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import type { DraftPicture } from "../../../../lib/drafts/draft-picture.ts";
import { Field, TextArea } from "../../../../ui/forms/field.tsx";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { PictureField } from "../../../../ui/pictures/picture-field.tsx";
import { RoyaltyField } from "../../../chain/index.ts";
import { typeLabel } from "../../experience/campaign-labels.ts";
import { campaignErrorText } from "../shared/error-messages.ts";
import { AccessFields } from "./access-fields.tsx";
import { NetworkField } from "./network-field.tsx";
import { PricingFields } from "./price-field.tsx";
import type { CampaignBody } from "./read-fields.ts";
import "./campaign-form.css";

export type Problems = Readonly<Record<string, string>>;

type AboutProps = {
  initial: CampaignBody;
  problems: Problems;
  /** The promo image of the draft. */
  picture: DraftPicture;
  /** Receives the promo image to send; undefined if none is chosen. */
  onPicture(image: File | undefined): void;
};

/** Fields that stay editable for the life of the experience: its name, description and image. */
export function AboutFields({ initial, problems, picture, onPicture }: AboutProps) {
  const { t } = useTranslation();
  const problem = useProblem(problems);
  return (
    <>
      <Field
        label={t("campaignForm.name")}
        name="name"
        defaultValue={initial.name}
        autoComplete="off"
        aria-required
        problem={problem("name")}
      />
      <TextArea
        label={t("campaignForm.description")}
        name="description"
        rows={4}
        hint={t("campaignForm.descriptionHint")}
        defaultValue={initial.description}
        problem={problem("description")}
      />
      <PictureField
        key={picture.round}
        label={t("campaignForm.promo")}
        name="promo_image"
        hint={t("campaignForm.promoHint")}
        wrongType={t("campaignForm.problem.image")}
        shape="own"
        problem={problem("promo_image")}
        existing={initial.image}
        {...(picture.initial === undefined ? {} : { initial: picture.initial })}
        onChange={(image) => {
          picture.choose(image);
          onPicture(image);
        }}
      />
    </>
  );
}

type TermsProps = {
  initial: CampaignBody;
  problems: Problems;
  /** The wrap whose reward levels can unlock the experience. */
  song: number | undefined;
  /** The networks that this platform can reach, the default first. */
  networks: readonly Network[];
};

/** Fields that fans and the contract rely on: type, spots, price, access, network. */
export function TermsFields({ initial, problems, song, networks }: TermsProps) {
  const { t } = useTranslation();
  const problem = useProblem(problems);
  return (
    <>
      <Section title={t("campaignForm.part.type")}>
        <RadioGroup
          label={t("campaignForm.type")}
          name="type"
          options={campaignTypes.map((type) => ({
            value: type,
            name: typeLabel(t, type),
            text: t(`campaignForm.typeText.${type}`),
          }))}
          initial={initial.type}
          problem={problem("type")}
        />
      </Section>
      <Section title={t("campaignForm.part.places")}>
        <div className="drop-fields">
          <PlacesFields initial={initial} problems={problems} />
        </div>
      </Section>
      <Section title={t("campaignForm.pricing.label")}>
        <PricingFields initial={initial} song={song} problem={problem} />
      </Section>
      <Section title={t("royalty.label")}>
        <div className="drop-fields">
          <RoyaltyField
            initial={initial.royalty_rate}
            network={initial.network}
            problem={problem("royalty_rate")}
          />
        </div>
      </Section>
      <Section title={t("campaignForm.part.access")}>
        <AccessFields initial={initial} song={song} problem={problem} />
      </Section>
      <Section title={t("campaignForm.part.network")}>
        <NetworkField initial={initial.network} networks={networks} problem={problem("network")} />
      </Section>
    </>
  );
}

function PlacesFields({ initial, problems }: Pick<TermsProps, "initial" | "problems">) {
  const { t } = useTranslation();
  const problem = useProblem(problems);
  return (
    <div className="drop-numbers">
      <Field
        label={t("campaignForm.maxNfts")}
        name="max_nfts"
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        aria-required
        defaultValue={initial.max_nfts}
        hint={t("campaignForm.maxNftsHint")}
        problem={problem("max_nfts")}
      />
      <PointsField initial={initial} problems={problems} />
    </div>
  );
}

export function PointsField({ initial, problems }: Pick<TermsProps, "initial" | "problems">) {
  const { t } = useTranslation();
  const problem = useProblem(problems);
  return (
    <Field
      label={t("campaignForm.points")}
      name="reward_points"
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      defaultValue={initial.reward_points}
      hint={t("campaignForm.pointsHint")}
      problem={problem("reward_points")}
    />
  );
}

function useProblem(problems: Problems): (field: string) => string | undefined {
  const { t, i18n } = useTranslation();
  return (field) => campaignErrorText(t, problems[field], i18n.language);
}

/** Initial values of a new experience. */
export const blankCampaign: Omit<CampaignBody, "network"> = {
  name: "",
  description: "",
  image: null,
  type: "GENERATIVE",
  max_nfts: 0,
  cost_per_nft: 0,
  pricing: "FIXED",
  suggested_price: null,
  royalty_rate: 0,
  reward_points: 1,
  is_public_mintable: true,
  reward_level: null,
};
