import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Membership } from "@wrapsody/shared/accounts/accounts.ts";
import {
  declineMemberInvitation,
  deleteMembership,
  getMemberInvitation,
  postMembership,
} from "@wrapsody/shared/accounts/members.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { actingAccount, storeUser, workFor } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { errorKey, QueryState } from "../authed-query.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { useQueryRemoval } from "../layouts/session-guard.ts";
import { refetchUser, useUser } from "../use-user.ts";
import "./members.css";

/** Lists the accounts that the reader works for, and offers the invitation of the address. */
export default function OwnMemberships() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [message, announce] = useStatusMessage();
  const { data: user, error, refetch } = useUser();
  const [query] = useSearchParams();
  // The address loses the code as soon as it is read.
  const [code, setCode] = useState(query.get("invitation"));
  useQueryRemoval();
  if (user === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  const changed = async (text: string) => {
    storeUser(await refetchUser(client));
    announce(text);
  };
  return (
    <div className="members">
      <StatusMessage {...message} />
      {code === null ? null : (
        <Invitation
          code={code}
          accepted={async ({ name }) => {
            setCode(null);
            await changed(t("members.accepted", { name }));
          }}
          declined={(name) => {
            setCode(null);
            announce(t("members.declined", { name }));
          }}
        />
      )}
      {user.memberships.length === 0 ? null : (
        <ul aria-label={t("accounts.settings.memberships")}>
          {user.memberships.map((membership) => (
            <MembershipRow key={membership.account_id} membership={membership} changed={changed} />
          ))}
        </ul>
      )}
    </div>
  );
}

type InvitationProps = {
  code: string;
  accepted(membership: Membership): Promise<void>;
  declined(account: string): void;
};

function Invitation({ code, accepted, declined }: InvitationProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...queryOf(getMemberInvitation, { params: { code } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const accept = useMutation({
    mutationFn: () => apiFetch(postMembership, { body: { code } }),
    onSuccess: accepted,
  });
  const failure = accept.error ?? error;
  if (isRefused(failure)) return <p className="msg">{t(refusalKey(failure))}</p>;
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} />;
  return (
    <section className="member-offer" aria-label={t("members.offer.title")}>
      <p className="b">{t(`members.offer.${data.role}`, { account: data.account })}</p>
      <p className="small">{t(`members.can.${data.role}`)}</p>
      <div className="row">
        <button
          type="button"
          className="btn go"
          aria-disabled={accept.isPending || undefined}
          onClick={() => {
            if (!accept.isPending) accept.mutate();
          }}
        >
          {t("members.offer.accept")}
        </button>
        <ConfirmButton
          className="btn"
          label={t("members.offer.decline")}
          title={t("members.offer.declineTitle")}
          text={t("members.offer.declineText")}
          confirm={t("members.offer.decline")}
          run={async () => {
            await apiFetch(declineMemberInvitation, { params: { code } });
            declined(data.account);
          }}
        />
      </div>
      {accept.error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(accept.error))}
        </p>
      )}
    </section>
  );
}

function isRefused(error: Error | null): error is ApiError {
  return error instanceof ApiError && (error.code === "E0020" || error.code === "E0007");
}

const refusalKey = ({ code }: ApiError) => (code === "E0020" ? "members.offer.used" : "members.offer.other");

type RowProps = { membership: Membership; changed(text: string): Promise<void> };

function MembershipRow({ membership, changed }: RowProps) {
  const { t } = useTranslation();
  const { account_id, name, role } = membership;
  const isActing = actingAccount()?.account_id === account_id;
  return (
    <li className="member">
      <div>
        <p className="b">{name}</p>
        <p className="small">{t(`members.role.${role}`)}</p>
      </div>
      <div className="row">
        {isActing ? null : (
          <button type="button" className="btn s" onClick={() => workFor(membership, paths.myWraps())}>
            {t("members.work")} <span className="vh">{name}</span>
          </button>
        )}
        <ConfirmButton
          className="btn s"
          label={
            <>
              {t("members.leave")} <span className="vh">{name}</span>
            </>
          }
          title={t("members.leaveTitle", { name })}
          text={t("members.leaveText")}
          confirm={t("members.leave")}
          run={async () => {
            await apiFetch(deleteMembership, { params: { id: account_id } });
            if (isActing) workFor(undefined, paths.settings);
            else await changed(t("members.left", { name }));
          }}
        />
      </div>
    </li>
  );
}
