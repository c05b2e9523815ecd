import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getNotifications,
  getUnread,
  type Notification,
  patchNotification,
  postNotificationsRead,
} from "@wrapsody/shared/accounts/notifications.ts";
import Check from "lucide-react/icons/check";
import Mail from "lucide-react/icons/mail";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { textIn } from "../../lib/language/language.ts";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { useListParams } from "../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { StatusMessage, useStatusMessage } from "../../ui/feedback/status-message.tsx";
import { formatDate } from "../../ui/format/format.ts";
import { ListHeader, useTotalText } from "../../ui/lists/paged-list.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { errorKey, PagedList, type PageHandle, useAuthedQuery } from "../accounts/index.ts";
import type { Route } from "./+types/notifications";
import "./notifications.css";

export async function clientLoader() {
  await loadNamespaces("activity");
  return null;
}
clientLoader.hydrate = true as const;

const loading = { rows: 6, height: "5rem" };
export const handle = { loading: { title: "shell.notifications", ...loading } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("shell.notifications"), language);
}

/** The tab of a wrap with its rewards. */
const rewardsTab = 3;

const list = { pageSize: 20, params: {}, path: paths.notifications };

/** Lists news about the reader's artworks, points and claims, and of the artists whom they follow. */
export default function NotificationsPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { limit, offset } = params.list;
  const query = useAuthedQuery(getNotifications, { list: { limit, offset } });
  const status = useTotalText("activity.unread", query.data?.unread);
  const newest = query.data?.data[0];
  return (
    <>
      <ListHeader title={t("shell.notifications")} status={status}>
        {newest === undefined || params.page > 1 || query.data?.unread === 0 ? null : (
          <MarkAll until={newest.id} />
        )}
      </ListHeader>
      <section className="sec notifications-page" aria-label={t("shell.notifications")}>
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={
            <EmptyState title={t("activity.none")}>
              {t("activity.noneText")}{" "}
              <Link className="u b" to={paths.wraps()}>
                {t("wrap.browse")}
              </Link>
            </EmptyState>
          }
        >
          {(rows) => (
            <ul className="notifications">
              {rows.map((notification) => (
                <Row key={notification.id} notification={notification} />
              ))}
            </ul>
          )}
        </PagedList>
      </section>
    </>
  );
}

function useInvalidate() {
  const client = useQueryClient();
  return () => invalidateQueries(client, getNotifications, getUnread);
}

function MarkAll({ until }: { until: number }) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const [status, announce] = useStatusMessage();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(postNotificationsRead, { body: { until } }),
    onSuccess: () => announce(t("activity.allRead")),
    onSettled: invalidate,
  });
  return (
    <div>
      <button
        type="button"
        className="btn"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t("activity.markAll")}
      </button>
      <StatusMessage {...status} />
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </div>
  );
}

function Row({ notification }: { notification: Notification }) {
  const { t, i18n } = useTranslation();
  const invalidate = useInvalidate();
  const { id, image, is_read, created_at } = notification;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (next: boolean) => apiFetch(patchNotification, { params: { id }, body: { is_read: next } }),
    onSettled: invalidate,
  });
  const { text, to } = useSentence(notification);
  return (
    <li className={is_read ? "notification" : "notification new"}>
      <span className="notification-cover">
        <Picture image={image} alt="" sizes="3.5rem" />
      </span>
      <span className="notification-text">
        <Link className={is_read ? "u" : "u b"} to={to} onClick={() => is_read || mutate(true)}>
          {text}
        </Link>
        <span className="small dim">
          {is_read ? null : <span className="vh">{t("activity.new")} </span>}
          {formatDate(created_at, i18n.language)}
        </span>
        {error === null ? null : (
          <span className="msg" role="alert">
            {t(errorKey(error))}
          </span>
        )}
      </span>
      <button
        type="button"
        className="row small notification-mark"
        aria-disabled={isPending || undefined}
        aria-label={t(is_read ? "activity.markUnreadOf" : "activity.markReadOf", { text })}
        title={t(is_read ? "activity.markUnread" : "activity.markRead")}
        onClick={() => {
          if (!isPending) mutate(!is_read);
        }}
      >
        {is_read ? <Mail className="i" aria-hidden="true" /> : <Check className="i" aria-hidden="true" />}
        <span>{t(is_read ? "activity.markUnread" : "activity.markRead")}</span>
      </button>
    </li>
  );
}

/** Returns the sentence of a notification and the page that it is about. */
function useSentence(notification: Notification): { text: string; to: string } {
  const { t } = useTranslation();
  switch (notification.kind) {
    case "WRAP":
      return { text: t("activity.WRAP", notification), to: paths.wrap(notification.pretty_id) };
    case "EXPERIENCE":
    case "ALMOST_SOLD_OUT":
      return {
        text: t(`activity.${notification.kind}`, notification),
        to: paths.experience(notification.pretty_id),
      };
    case "ARTWORK": {
      const { pretty_id, participant_id } = notification;
      return { text: t("activity.ARTWORK", notification), to: paths.participant(pretty_id, participant_id) };
    }
    case "REWARD":
      return {
        text: t("activity.REWARD", notification),
        to: paths.wrap(notification.pretty_id, { tab: rewardsTab }),
      };
    case "CLAIM":
      return { text: t(`activity.CLAIM.${notification.state}`, notification), to: paths.myRewards };
  }
}
