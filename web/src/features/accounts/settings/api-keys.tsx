import { useMutation } from "@tanstack/react-query";
import { getKeys } from "@wrapsody/shared/accounts/account-settings.ts";
import type { User } from "@wrapsody/shared/accounts/accounts.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { useActingAccount } from "../../../lib/storage/session.ts";
import { DisclosureButton } from "../../../ui/layout/disclosure.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { errorKey } from "../authed-query.tsx";
import { KeyPair, type Keys } from "./key-pair.tsx";

/** The API keys of the publisher. They are fetched on request and dropped when hidden. */
export function ApiKeys({ user }: { user: User }) {
  const { t } = useTranslation();
  // Of another account, only the call tells whether it has the plan.
  const isOwn = useActingAccount() === undefined;
  return (
    <Section title={t("accounts.settings.keys.title")}>
      <div className="setting">
        <p>{t("accounts.settings.keys.text")}</p>
        {isOwn && user.subscriptions.length === 0 ? <PremiumOnly /> : <RevealedKeys />}
      </div>
    </Section>
  );
}

function PremiumOnly() {
  const { t } = useTranslation();
  return <p className="b">{t("accounts.settings.keys.premium")}</p>;
}

function RevealedKeys() {
  const { t } = useTranslation();
  const id = useId();
  const [keys, setKeys] = useState<Keys>();
  // A mutation without garbage collection time, because the keys must not stay in a cache.
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(getKeys, {}),
    onSuccess: setKeys,
    gcTime: 0,
  });
  if (error instanceof ApiError && error.code === "E0019") return <PremiumOnly />;
  const open = keys !== undefined;
  const toggle = (visible: boolean) => {
    if (!visible) setKeys(undefined);
    else if (!isPending) mutate();
  };
  return (
    <>
      <DisclosureButton
        id={id}
        open={open}
        className="btn"
        label={t(`accounts.settings.keys.${open ? "hide" : "show"}`)}
        onToggle={toggle}
      />
      {error === null || open ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
      <div id={id} className="keys" hidden={!open}>
        {keys === undefined ? null : <KeyPair keys={keys} replace={setKeys} />}
      </div>
    </>
  );
}
