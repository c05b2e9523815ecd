import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type FollowerMailChoice,
  followerMailChoices,
  getMailPreferences,
  putFollowerMails,
} from "@wrapsody/shared/accounts/mail-topics.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { errorKey, QueryState, useAuthedQuery } from "../../authed-query.tsx";
import { useUser } from "../../use-user.ts";

/** Chooses the emails about releases of followed artists, at once. Needs the texts of `notifications`. */
export function FollowerMails() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: user } = useUser();
  const { data, error, refetch } = useAuthedQuery(getMailPreferences);
  const [status, announce] = useStatusMessage();
  const { mutate, error: failure } = useMutation({
    mutationFn: (choice: FollowerMailChoice) => apiFetch(putFollowerMails, { body: { choice } }),
    onSuccess(answer) {
      client.setQueryData(queryOf(getMailPreferences).queryKey, answer);
      announce(t(`notifications.followed.saved.${answer.follower_mails}`));
    },
  });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  if (user?.email === null) return <p>{t("notifications.noEmail")}</p>;
  return (
    <div className="setting">
      <RadioGroup
        label={t("notifications.followed.label")}
        name="follower-mails"
        options={followerMailChoices.map((value) => ({
          value,
          name: t(`notifications.followed.${value}`),
          text: t(`notifications.followed.${value}_hint`),
        }))}
        initial={data.follower_mails}
        problem={failure === null ? undefined : t(errorKey(failure))}
        onChange={(choice) => mutate(choice)}
      />
      <StatusMessage {...status} />
    </div>
  );
}
