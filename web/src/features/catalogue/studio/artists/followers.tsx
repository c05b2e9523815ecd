import { useMutation } from "@tanstack/react-query";
import { getFollowers, getFollowersExport } from "@wrapsody/shared/accounts/followers.ts";
import type { OwnArtist } from "@wrapsody/shared/studio/studio.ts";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { fetchFile } from "../../../../lib/api/fetch-file.ts";
import { saveFile } from "../../../../lib/files/save-file.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { EditableBy, errorKey, QueryState, useAuthedQuery } from "../../../accounts/index.ts";

/** How many followers an artist of the reader has, and the addresses that some of them share. */
export function Followers({ artist }: { artist: OwnArtist }) {
  const { t, i18n } = useTranslation();
  const params = { id: String(artist.id) };
  const { data, error, refetch } = useAuthedQuery(getFollowers, { params });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} />;
  const { followers, sharing } = data;
  const total = (count: number) => ({ count, total: formatCount(count, i18n.language) });
  return (
    <>
      <p>
        {t("studio.followers.count", total(followers))} {t("studio.followers.sharing", total(sharing))}
      </p>
      {sharing === 0 ? null : (
        <EditableBy call={getFollowersExport}>
          <ExportAddresses artist={artist} />
        </EditableBy>
      )}
    </>
  );
}

function ExportAddresses({ artist }: { artist: OwnArtist }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const params = { id: String(artist.id) };
      saveFile(`followers-${artist.artist_clean_id}.csv`, await fetchFile(getFollowersExport, { params }));
    },
    gcTime: 0,
  });
  return (
    <>
      <p>
        <button
          type="button"
          className="btn"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {t("studio.followers.export")} <Download className="i" aria-hidden="true" />
        </button>
      </p>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </>
  );
}
