import { experienceNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { type OwnCampaign, patchDrop, postMint } from "@wrapsody/shared/experiences/campaigns.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { Permitted, useMay } from "../../../accounts/index.ts";
import { CampaignState } from "../shared/campaign-state.tsx";
import { CampaignFacts } from "./campaign-facts.tsx";
import type { Details } from "./details-form.ts";
import { NextStep } from "./next-step.tsx";

type HeadProps = { campaign: OwnCampaign; details: Details; announce(text: string): void };

/** The name and status of the experience and the next step. */
export function CampaignHead({ campaign, ...rest }: HeadProps) {
  const { t } = useTranslation();
  const { id, name, song, image } = campaign;
  return (
    <header className="manage-h">
      <p className="manage-back small">
        <Link className="row back" to={paths.myExperiences()}>
          <ArrowLeft className="i" aria-hidden="true" /> {t("campaigns.manage.back")}
        </Link>
      </p>
      <figure>
        <Picture
          image={image}
          alt={t("campaigns.manage.promo", { name })}
          sizes="(max-width: 820px) 96px, 208px"
          priority
        />
      </figure>
      <div className="manage-who">
        <p className="small">
          <CampaignState campaign={campaign} />
        </p>
        <h1 className={name.length > 40 ? "head" : "title"}>{name}</h1>
      </div>
      <div className="manage-more">
        <p className="dim">
          <Link className="u" to={paths.manage(campaign.song_id)}>
            {t("campaigns.manage.for", { song: song.name, artist: song.artist })}
          </Link>
        </p>
        <CampaignFacts campaign={campaign} />
      </div>
      <p className="no manage-no" aria-hidden="true">
        {experienceNumber(id)}
      </p>
      <div className="manage-do">
        <Permitted call={patchDrop} quiet>
          <NextStep campaign={campaign} {...rest} />
        </Permitted>
        <ExperienceLinks campaign={campaign} />
      </div>
    </header>
  );
}

function ExperienceLinks({ campaign: { id, pretty_id, stage, needs } }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const may = useMay();
  const listed = !needs.includes("SONG_NOT_PUBLIC");
  return (
    <>
      {stage === "DRAFT" && may(patchDrop) ? (
        <Link className="btn" to={paths.experienceComponents(id)}>
          {t("campaigns.manage.components")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      ) : null}
      {(stage === "ACTIVE" || stage === "COMPLETED") && may(postMint) ? (
        <Link className="btn" to={paths.experienceMint(id)}>
          {t("campaigns.manage.mint")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      ) : null}
      {listed ? (
        <Link className="btn" to={paths.experience(pretty_id)}>
          {t("campaigns.manage.publicPage")} <ArrowUpRight className="i" aria-hidden="true" />
        </Link>
      ) : null}
    </>
  );
}
