import { type Claim, getMyClaims } from "@wrapsody/shared/rewards/claims.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { useAuthedQuery } from "../../accounts/index.ts";
import "./rewards.css";

/** Exceeds the number of experiences that any user has unlocked. */
const MAX_EXPERIENCES = 100;

/** The private experiences that the user's claims unlock. Empty without any. */
export function OpenedExperiences() {
  const { t } = useTranslation();
  const filters = [
    { key: "reward_type", operator: "==", value: "DAPP_ACCESS" },
    { key: "state", operator: "==", value: "FULFILLED" },
  ] as const;
  const { data } = useAuthedQuery(getMyClaims, { list: { limit: MAX_EXPERIENCES, filters: [...filters] } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className="sec own-rewards" aria-label={t("claims.opened.title")}>
      <Section title={t("claims.opened.title")}>
        <ul className="own-claims">
          {data.data.map((claim) => (
            <Opened key={claim.id} claim={claim} />
          ))}
        </ul>
      </Section>
    </section>
  );
}

function Opened({ claim: { reward, song } }: { claim: Claim }) {
  const { t } = useTranslation();
  const experience = reward.alt_id ?? reward.instructions.dapp_id;
  if (experience === undefined) return null;
  return (
    <li>
      <div className="own-claim-what">
        <p className="b">{reward.name}</p>
        <p className="small dim">
          {song.name}, {song.artist}
        </p>
      </div>
      <p>
        <Link className="btn s" to={paths.experience(experience)}>
          {t("claims.toExperience")} <span className="vh">{reward.name}</span>
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </p>
    </li>
  );
}
