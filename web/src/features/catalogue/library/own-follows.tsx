import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteFollow,
  type FollowedArtist,
  getFollow,
  getMyFollows,
  patchFollow,
} from "@wrapsody/shared/accounts/followers.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { paths } from "../../../paths.ts";
import { FirstStep } from "../../../ui/feedback/states.tsx";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { InstantCheckbox } from "../../../ui/forms/instant-checkbox.tsx";
import { useTotalText } from "../../../ui/lists/paged-list.tsx";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { errorKey, FollowerMails, PagedList, useAuthedQuery } from "../../accounts/index.ts";
import type { LibraryParams } from "./own-playlists.tsx";

/** The artists whom the reader follows, with whom they share their address, and the emails about their releases. */
export function OwnFollows({ params }: { params: LibraryParams }) {
  const { t } = useTranslation();
  const { limit, offset } = params.list;
  const query = useAuthedQuery(getMyFollows, { list: { limit, offset } });
  const total = useTotalText("library.follow.total", query.data?.total);
  const [status, announce] = useStatusMessage();
  return (
    <section className="sec in-order" aria-label={t("library.tab.following")}>
      <FollowerMails />
      <StatusMessage {...status} />
      <PagedList
        query={query}
        params={params}
        loading={{ rows: 4, height: "5rem" }}
        empty={
          <FirstStep
            title={t("library.follow.none")}
            text={t("library.follow.noneText")}
            to={paths.wraps()}
            label={t("wrap.browse")}
          />
        }
      >
        {(follows) => (
          <>
            <p className="small dim" data-result-count>
              {total}
            </p>
            <ul className="own-lists">
              {follows.map((follow) => (
                <FollowRow key={follow.artist.id} follow={follow} announce={announce} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </section>
  );
}

type RowProps = { follow: FollowedArtist; announce: (text: string) => void };

function FollowRow({ follow: { artist, shares_address }, announce }: RowProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { name } = artist;
  const params = { id: String(artist.id) };
  const options = (text: (next: boolean) => string) => ({
    onSuccess: (_: unknown, next: boolean) => announce(text(next)),
    onSettled: () => invalidateQueries(client, getMyFollows, getFollow),
  });
  const consent = useMutation({
    mutationFn: (next: boolean) => apiFetch(patchFollow, { params, body: { shares_address: next } }),
    ...options((next) => t(`library.follow.${next ? "shared" : "revoked"}`, { name })),
  });
  const stop = useMutation({
    mutationFn: (_: boolean) => apiFetch(deleteFollow, { params }),
    ...options(() => t("library.follow.stopped", { name })),
  });
  const error = consent.error ?? stop.error;
  return (
    <li className="follow-row">
      <span className="own-list-cover">
        <Picture image={artist.image} alt="" sizes="4rem" />
      </span>
      <span className="own-list-name">
        <CoverLink className="b" to={paths.artist(artist.artist_clean_id)}>
          {name}
        </CoverLink>
        <InstantCheckbox className="small follow-consent" saved={shares_address} mutation={consent}>
          <span>{t("library.follow.share", { name })}</span>
        </InstantCheckbox>
        {error === null ? null : (
          <span className="msg" role="alert">
            {t(errorKey(error))}
          </span>
        )}
      </span>
      <button
        type="button"
        className="btn s"
        aria-disabled={stop.isPending || undefined}
        aria-label={t("library.follow.stopName", { name })}
        onClick={() => {
          if (!stop.isPending) stop.mutate(false);
        }}
      >
        {t("library.follow.stop")}
      </button>
    </li>
  );
}
