import { useQuery } from "@tanstack/react-query";
import type { Image } from "@wrapsody/shared/api/media.ts";
import { getArtist, getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getPlaylist } from "@wrapsody/shared/catalogue/playlists.ts";
import { getDrop, getParticipant } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { pageOfThing, type Reported } from "./page-of-thing.ts";

/** Shows what a report is about, with a link to its page. Before it is loaded, and if it cannot be, only the link. */
export function ReportedThing({ reported }: { reported: Reported }) {
  const { t } = useTranslation();
  const { kind, id } = reported;
  const { data } = useQuery({ queryKey: ["reported", kind, id], queryFn: () => fetchThing(reported) });
  return (
    <div className="report-thing">
      <Picture image={data?.image ?? null} alt="" sizes="(max-width: 820px) 6rem, 26rem" />
      <div>
        {data === undefined ? null : (
          <>
            <p className="b">{data.title}</p>
            <p className="small dim">{data.by}</p>
          </>
        )}
        <p className="small">
          <Link className="u" to={pageOfThing(reported)}>
            {t(`takedown.report.about.${kind}`)}
          </Link>
        </p>
      </div>
    </div>
  );
}

type Thing = { title: string; by?: string; image: Image | null };

async function fetchThing({ kind, id }: Reported): Promise<Thing> {
  const params = { id };
  switch (kind) {
    case "wrap": {
      const { song } = await apiFetch(getSong, { params, query: {} });
      return { title: song.name, by: song.artist, image: song.image };
    }
    case "artist": {
      const { name, image } = await apiFetch(getArtist, { params });
      return { title: name, image };
    }
    case "experience": {
      const { name, song, image } = await apiFetch(getDrop, { params });
      return { title: name, by: `${song.name}, ${song.artist}`, image };
    }
    case "playlist": {
      const { name, songs } = await apiFetch(getPlaylist, { params });
      return { title: name, image: songs[0]?.image ?? null };
    }
    case "artwork": {
      const at = id.lastIndexOf("-");
      const { name, image } = await apiFetch(getParticipant, {
        params: { id: id.slice(0, at), participantId: Number(id.slice(at + 1)) },
      });
      return { title: name, image };
    }
  }
}
