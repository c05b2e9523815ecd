import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getMe } from "@wrapsody/shared/accounts/accounts.ts";
import { postAddressConfirm, postAddressUndo } from "@wrapsody/shared/accounts/profile.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { EntryPage, Outcome } from "../forms/entry-page.tsx";
import { failureKey } from "../forms/error-messages.ts";
import { FormAlert } from "../forms/form-failure.tsx";
import { noReferrer, useQueryRemoval } from "../layouts/session-guard.ts";
import type { Route } from "./+types/address-link";
import { MailboxLink } from "./mailbox-link.tsx";

export async function clientLoader() {
  await loadNamespaces("profile");
  return null;
}
clientLoader.hydrate = true as const;

/** The server renders no content, because the texts are loaded by the browser. */
export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.address"), language);
}

export function headers() {
  return noReferrer;
}

/** Failures with a text of their own; no other try can succeed. */
const dead: Readonly<Record<string, string>> = {
  E0007: "profile.link.dead",
  E0020: "profile.link.dead",
  E0082: "accounts.login.suspended",
  E0092: "profile.link.taken",
};

/**
 * Confirms or undoes a change of the address, or confirms that mails arrive there. Mails link here; mail scanners that open the link change
 * nothing.
 */
export default function AddressLinkPage() {
  const [query] = useSearchParams();
  const [code] = useState(query.get("code") ?? "");
  useQueryRemoval();
  // Only the signed code of a mailbox has dots.
  return code.includes(".") ? <MailboxLink code={code} /> : <AddressChangeLink code={code} />;
}

function AddressChangeLink({ code }: { code: string }) {
  const { t } = useTranslation();
  const isUndo = useLocation().pathname === paths.undoAddress;
  const client = useQueryClient();
  const texts = `profile.link.${isUndo ? "undo" : "confirm"}`;
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => apiFetch(isUndo ? postAddressUndo : postAddressConfirm, { body: { code } }),
    // The address may be that of this browser's user.
    onSuccess: () => void client.invalidateQueries({ queryKey: queryOf(getMe).queryKey }),
    gcTime: 0,
  });
  const deadKey = error instanceof ApiError ? dead[error.code] : undefined;
  return (
    <EntryPage heading={t(`${texts}.heading`)} lead={t(`${texts}.lead`)}>
      {data !== undefined ? (
        <Done isUndo={isUndo} address={data.email} />
      ) : deadKey !== undefined || code === "" ? (
        <div className="entry-form">
          <FormAlert text={t(deadKey ?? "profile.link.dead")} focus />
        </div>
      ) : (
        <div className="entry-form">
          {error === null ? null : (
            <FormAlert
              text={t(error instanceof ApiError ? failureKey(error, "errors.unknown") : "errors.unknown")}
              focus
            />
          )}
          <p>{t(`${texts}.text`)}</p>
          <button
            type="button"
            className="btn go"
            aria-disabled={isPending || undefined}
            onClick={() => {
              if (!isPending) mutate();
            }}
          >
            {t(`${texts}.submit`)} <ArrowRight className="i" aria-hidden="true" />
          </button>
        </div>
      )}
    </EntryPage>
  );
}

function Done({ isUndo, address }: { isUndo: boolean; address: string }) {
  const { t } = useTranslation();
  const hasSession = useSignedIn() && !isUndo;
  return (
    <Outcome title={t(`profile.link.${isUndo ? "undo" : "confirm"}.done`)}>
      <p>{t(`profile.link.${isUndo ? "undo" : "confirm"}.next`, { address })}</p>
      {isUndo ? null : (
        <Link
          className="btn go"
          to={hasSession ? paths.settings : paths.login()}
          state={{ username: address }}
        >
          {t(hasSession ? "profile.link.toSettings" : "accounts.login.submit")}{" "}
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      )}
    </Outcome>
  );
}
