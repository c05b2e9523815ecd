import { useQueryClient } from "@tanstack/react-query";
import { memberRoles } from "@wrapsody/shared/accounts/accounts.ts";
import {
  deleteMember,
  deleteMemberInvitation,
  getMembers,
  type Member,
  type MemberInvitation,
  patchMember,
  resendMemberInvitation,
} from "@wrapsody/shared/accounts/members.ts";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { formatDay } from "../../../ui/format/local-time.ts";
import { SelectField } from "../../../ui/forms/field.tsx";
import { errorKey, QueryState, useAuthedQuery } from "../authed-query.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { useUser } from "../use-user.ts";
import { InviteForm, RoleOptions } from "./invite-form.tsx";
import "./members.css";

/** Lists the members and invitations of the account, and invites, changes and removes them. */
export default function OwnMembers() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [message, announce] = useStatusMessage();
  const { data: user } = useUser();
  const { data, error, refetch } = useAuthedQuery(getMembers);
  if (data === undefined || user === undefined)
    return <QueryState error={error} refetch={refetch} rows={2} />;
  const changed = (text: string) => {
    announce(text);
    invalidateQueries(client, getMembers);
  };
  return (
    <div className="members">
      <p>{t("members.text")}</p>
      <StatusMessage {...message} />
      <ul aria-label={t("accounts.settings.members")}>
        {data.members.map((member) => (
          <MemberRow key={member.id} member={member} isReader={member.id === user.id} changed={changed} />
        ))}
      </ul>
      {data.invitations.length === 0 ? null : (
        <>
          <h3 className="b">{t("members.invitations")}</h3>
          <ul aria-label={t("members.invitations")}>
            {data.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} changed={changed} />
            ))}
          </ul>
        </>
      )}
      <InviteForm invited={(email) => changed(t("members.invited", { email }))} />
    </div>
  );
}

type Changed = { changed(text: string): void };

function MemberRow({ member, isReader, changed }: Changed & { member: Member; isReader: boolean }) {
  const { t, i18n } = useTranslation();
  const { id, name, email, role, is_holder, accepted_at } = member;
  const since =
    accepted_at === null ? "" : t("members.since", { day: formatDay(accepted_at, i18n.language) });
  return (
    <li className="member">
      <div>
        <p className="b">{isReader ? t("members.you", { name }) : name}</p>
        <p className="small dim">{email}</p>
        <p className="small">
          {t(`members.role.${role}`)} <span className="dim">{is_holder ? t("members.holder") : since}</span>
        </p>
      </div>
      {is_holder || isReader ? null : (
        <div className="row">
          <ChangeRole member={member} changed={changed} />
          <ConfirmButton
            className="btn s"
            label={<Named text={t("members.remove")} name={name} />}
            title={t("members.removeTitle", { name })}
            text={t("members.removeText")}
            confirm={t("members.remove")}
            run={async () => {
              await apiFetch(deleteMember, { params: { id } });
              changed(t("members.removed", { name }));
            }}
          />
        </div>
      )}
    </li>
  );
}

function ChangeRole({ member: { id, name, role }, changed }: Changed & { member: Member }) {
  const { t } = useTranslation();
  const select = useRef<HTMLSelectElement>(null);
  const run = async () => {
    const chosen = memberRoles.find((each) => each === select.current?.value) ?? role;
    await apiFetch(patchMember, { params: { id }, body: { role: chosen } });
    changed(t("members.changed", { name, role: t(`members.role.${chosen}`) }));
  };
  return (
    <ConfirmButton
      className="btn s"
      label={<Named text={t("members.change")} name={name} />}
      title={t("members.changeTitle", { name })}
      text={t("members.changeText")}
      confirm={t("members.change")}
      run={run}
    >
      <SelectField
        ref={select}
        label={t("members.roleLabel")}
        name="role"
        defaultValue={role}
        problem={undefined}
      >
        <RoleOptions />
      </SelectField>
    </ConfirmButton>
  );
}

function InvitationRow({ invitation, changed }: Changed & { invitation: MemberInvitation }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { email, role, invited_by: name, expires_at } = invitation;
  const isExpired = Date.parse(expires_at) <= Date.now();
  const day = formatDay(expires_at, i18n.language);
  const params = { id: invitation.id };
  return (
    <li className="member">
      <div>
        <p className="b" id={id}>
          {email}
        </p>
        <p className="small">
          {t(`members.role.${role}`)}{" "}
          <span className="dim">{t(isExpired ? "members.expired" : "members.expires", { name, day })}</span>
        </p>
      </div>
      <div className="row">
        <ConfirmButton
          className="btn s"
          label={<Named text={t("members.resend")} name={email} />}
          title={t("members.resendTitle", { email })}
          text={t("members.resendText")}
          confirm={t("members.resend")}
          run={async () => {
            await apiFetch(resendMemberInvitation, { params });
            changed(t("members.invited", { email }));
          }}
          reason={(error) =>
            t(error instanceof ApiError && error.status === 404 ? "members.gone" : errorKey(error))
          }
        />
        <ConfirmButton
          className="btn s"
          label={<Named text={t("members.revoke")} name={email} />}
          title={t("members.revokeTitle", { email })}
          text={t("members.revokeText")}
          confirm={t("members.revoke")}
          run={async () => {
            await apiFetch(deleteMemberInvitation, { params });
            changed(t("members.revoked", { email }));
          }}
        />
      </div>
    </li>
  );
}

/** The label of a button in a list, with the row's name for screen readers. */
function Named({ text, name }: { text: string; name: string }) {
  return (
    <>
      {text} <span className="vh">{name}</span>
    </>
  );
}
