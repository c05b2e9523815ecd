import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";
import { dspName } from "../dsp-names.ts";
import { useFanPoints } from "../rewards/rewards-points.tsx";
import { DspIcon } from "./dsp-icons.tsx";
import { ListenFingerprint } from "./listen-fingerprint.tsx";

type Props = {
  detail: SongDetail;
  /** The reader's points for the song; undefined without a session. */
  points: number | undefined;
};

/** Lists where the song can be heard, and which listens earn points. */
export function ListenTab({ detail: { song, dsps, audioFootprints }, points }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t("wrap.listenPoints")}>
        <p className="lead">{t("wrap.listenHere")}</p>
        <p className="dim note">{t("wrap.externalPlays")}</p>
        {points !== undefined && <NextListen songId={song.id} />}
      </Section>
      <Section title={t("wrap.elsewhere")}>
        {dsps.length === 0 ? (
          <EmptySection>{t("wrap.noServices")}</EmptySection>
        ) : (
          <DspList song={song.name} dsps={dsps} />
        )}
      </Section>
      <ListenFingerprint footprints={audioFootprints} />
    </>
  );
}

function NextListen({ songId }: { songId: number }) {
  const part = useFanPoints();
  return part ? <part.NextListenOf songId={songId} /> : null;
}

/** Links to the track on streaming services. */
export function DspList({ song, dsps }: { song: string; dsps: SongDetail["dsps"] }) {
  return (
    <ul className="dsps">
      {dsps.map(({ dsp, link }) => (
        <DspRow key={`${dsp} ${link}`} dsp={dsp} link={link} song={song} />
      ))}
    </ul>
  );
}

function DspRow({ dsp, link, song }: { dsp: string; link: string; song: string }) {
  const { t } = useTranslation();
  return (
    <li>
      <a href={link} target="_blank" rel="noreferrer">
        <DspIcon dsp={dsp} />
        <span className="b">{dspName(dsp)}</span>
        <span className="u">
          {t("wrap.open")}
          <span className="vh"> {song}</span>
        </span>
        <ArrowUpRight className="i" aria-hidden />
      </a>
    </li>
  );
}
