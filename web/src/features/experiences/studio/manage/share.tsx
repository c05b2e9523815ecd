import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { paths } from "../../../../paths.ts";
import type { Site } from "../../../../shell/site.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { CopyButton } from "../../../accounts/index.ts";

type Props = { campaign: OwnCampaign };

/** What a shared link of the experience looks like, and the link. */
export function ShareSection({ campaign: { id, name, pretty_id } }: Props) {
  const { t } = useTranslation();
  const site = useRouteLoaderData<Site>("root");
  const link = `${site?.publicUrl ?? ""}${paths.experience(pretty_id)}`;
  return (
    <Section id="share" title={t("campaigns.share.title")}>
      <div className="drop-share">
        <img
          src={paths.card("experience", id)}
          alt={t("campaigns.share.card", { name })}
          width={1200}
          height={630}
          loading="lazy"
        />
        <p className="row">
          <a className="code-l u" href={link}>
            {link}
          </a>
          <CopyButton text={link} name={t("campaigns.share.link")} />
        </p>
      </div>
    </Section>
  );
}
