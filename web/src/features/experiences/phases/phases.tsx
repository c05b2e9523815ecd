import type { Campaign, Phase } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { formatMinute } from "../../../ui/format/release-time.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { useHydrated } from "../experience/before-opening.tsx";
import { priceLabel } from "../experience/campaign-labels.ts";

export { BeforeOpening, OpensAt } from "../experience/before-opening.tsx";

/** Loads what only a browser can show: the time left, the reader's admission, reminders and the waitlist. */
async function loadPanel() {
  const [{ PhasePanel, Waitlist }] = await Promise.all([
    import("./phase-panel.tsx"),
    loadNamespaces("phases"),
  ]);
  return { PhasePanel, Waitlist };
}

/** The phases of an experience or, without phases, its waitlist. A default export, for React's `lazy`. */
export default function Phases({ campaign }: { campaign: Campaign }) {
  return campaign.phases.length === 0 ? <SoldOut campaign={campaign} /> : <PhaseList campaign={campaign} />;
}

/** The phases, and what the reader can do about the current or next one. */
function PhaseList({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { part } = useLazyModule("phases", loadPanel);
  return (
    <Section title={t("experiences.phase.title")}>
      <div className="phases">
        <div className="phases-now">
          {part === undefined ? null : <part.PhasePanel campaign={campaign} />}
        </div>
        <ol className="phases-list">
          {campaign.phases.map((phase) => (
            <PhaseRow key={phase.id} campaign={campaign} phase={phase} />
          ))}
        </ol>
      </div>
    </Section>
  );
}

/** The waitlist of an experience without phases. */
function SoldOut({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { part } = useLazyModule("phases", loadPanel);
  return (
    <Section title={t("experiences.phase.waitlist")}>
      <div className="phases-now">
        {part === undefined ? null : <part.Waitlist campaign={campaign} isSoldOut />}
      </div>
    </Section>
  );
}

function PhaseRow({ campaign, phase }: { campaign: Campaign; phase: Phase }) {
  const { t } = useTranslation();
  const isCurrent = phase.id === campaign.current_phase;
  return (
    <li aria-current={isCurrent || undefined}>
      <p className="split">
        <span className="b">{phase.name}</span>
        <span className="num b">
          {priceLabel(t, { cost_per_nft: phase.price, pricing: campaign.pricing })}
        </span>
      </p>
      <p className="small dim">
        <PhaseTime phase={phase} />
      </p>
      <PhaseSpots campaign={campaign} phase={phase} />
    </li>
  );
}

function PhaseSpots({ campaign, phase: { id, spots, spots_left } }: { campaign: Campaign; phase: Phase }) {
  const { t, i18n } = useTranslation();
  const isCurrent = id === campaign.current_phase;
  const count = isCurrent ? spots_left : spots;
  if (count === null) return null;
  const key = isCurrent ? "experiences.phase.left" : "experiences.places";
  return <p className="small">{t(key, { count, places: formatCount(count, i18n.language) })}</p>;
}

function PhaseTime({ phase: { starts_at, ends_at } }: { phase: Phase }) {
  const { t, i18n } = useTranslation();
  // The server does not know the reader's zone.
  const zone = useHydrated() ? undefined : "UTC";
  const at = (instant: string) => formatMinute(instant, i18n.language, zone);
  return (
    <span suppressHydrationWarning>
      {ends_at === null
        ? t("experiences.phase.from", { from: at(starts_at) })
        : t("experiences.phase.span", { from: at(starts_at), to: at(ends_at) })}
    </span>
  );
}
