import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getMailPreferences,
  type MailPreferences,
  patchMailPreferences,
} from "@wrapsody/shared/mail-topics.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { errorKey, QueryState, useAuthedQuery } from "../../authed-query.tsx";
import { useUser } from "../../use-user.ts";

/** Turns the mails of a topic on and off, at once. */
export default function MailTopics() {
  const { t } = useTranslation();
  const { data: user } = useUser();
  const { data, error, refetch } = useAuthedQuery(getMailPreferences);
  const [status, announce] = useStatusMessage();
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  if (user?.email === null) return <p>{t("notifications.noEmail")}</p>;
  return (
    <div className="setting">
      <p>{t("notifications.text")}</p>
      <ul className="mail-topics">
        {data.topics.map((preference) => (
          <Topic key={preference.topic} preference={preference} announce={announce} />
        ))}
      </ul>
      <StatusMessage {...status} />
    </div>
  );
}

type TopicProps = { preference: MailPreferences["topics"][number]; announce: (text: string) => void };

function Topic({ preference: { topic, on }, announce }: TopicProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = t(`notifications.${topic}`);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (next: boolean) => apiFetch(patchMailPreferences, { body: { topic, on: next } }),
    onSuccess: (_, next) => announce(t(`notifications.${next ? "on" : "off"}`, { topic: name })),
    onSettled: () => invalidateQueries(client, getMailPreferences),
  });
  return (
    <li>
      <label className="mail-topic">
        <input
          type="checkbox"
          checked={isPending ? variables : on}
          onChange={({ currentTarget: { checked } }) => {
            if (!isPending) mutate(checked);
          }}
        />
        <span>
          <span className="b">{name}</span>
          <span className="small dim">{t(`notifications.${topic}_hint`)}</span>
        </span>
      </label>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </li>
  );
}
