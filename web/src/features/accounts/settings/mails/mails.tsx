import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getMailPreferences,
  type MailPreferences,
  patchMailPreferences,
} from "@wrapsody/shared/accounts/mail-topics.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { InstantCheckbox } from "../../../../ui/forms/instant-checkbox.tsx";
import { errorKey, QueryState, useAuthedQuery } from "../../authed-query.tsx";
import { useUser } from "../../use-user.ts";
import { FollowerMails } from "./follower-mails.tsx";
import { SuppressedAddress } from "./suppressed-address.tsx";

/** Turns the mails of a topic on and off, at once. */
export default function MailTopics() {
  const { t } = useTranslation();
  const { data: user } = useUser();
  const { data, error, refetch } = useAuthedQuery(getMailPreferences);
  const [status, announce] = useStatusMessage();
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  if (user?.email === null) return <p>{t("notifications.noEmail")}</p>;
  const isPublisher = user?.user_type === "artist";
  const topics = data.topics.filter(
    ({ topic }) => isPublisher || topic === "RELEASES" || topic === "REWARDS",
  );
  return (
    <div className="setting">
      <SuppressedAddress />
      <p>{t(isPublisher ? "notifications.text" : "notifications.fanText")}</p>
      <ul className="mail-topics">
        {topics.map((preference) => (
          <Topic key={preference.topic} preference={preference} announce={announce} />
        ))}
      </ul>
      <StatusMessage {...status} />
      <FollowerMails />
    </div>
  );
}

type TopicProps = { preference: MailPreferences["topics"][number]; announce: (text: string) => void };

function Topic({ preference: { topic, on }, announce }: TopicProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = t(`notifications.${topic}`);
  const mutation = useMutation({
    mutationFn: (next: boolean) => apiFetch(patchMailPreferences, { body: { topic, on: next } }),
    onSuccess: (_, next) => announce(t(`notifications.${next ? "on" : "off"}`, { topic: name })),
    onSettled: () => invalidateQueries(client, getMailPreferences),
  });
  return (
    <li>
      <InstantCheckbox className="mail-topic" saved={on} mutation={mutation}>
        <span>
          <span className="b">{name}</span>
          <span className="small dim">{t(`notifications.${topic}_hint`)}</span>
        </span>
      </InstantCheckbox>
      {mutation.error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(mutation.error))}
        </p>
      )}
    </li>
  );
}
