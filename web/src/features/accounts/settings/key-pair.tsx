import { useMutation } from "@tanstack/react-query";
import { type apiKeys, patchKeys } from "@wrapsody/shared/accounts/account-settings.ts";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { errorKey } from "../authed-query.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { CopyButton } from "./copy-button.tsx";

export type Keys = z.output<typeof apiKeys>;

type KeyPairProps = { keys: Keys; replace(keys: Keys): void };

/** Shows the API keys, or that there are none yet. */
export function KeyPair({ keys, replace }: KeyPairProps) {
  const { apiKeyId, apiKeySecret } = keys;
  if (apiKeyId === null || apiKeySecret === null) return <NoKeys replace={replace} />;
  return <Pair id={apiKeyId} secret={apiKeySecret} replace={replace} />;
}

function NoKeys({ replace }: Pick<KeyPairProps, "replace">) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(patchKeys, {}),
    onSuccess: replace,
    gcTime: 0,
  });
  return (
    <>
      <p>{t("accounts.settings.keys.none")}</p>
      <button
        type="button"
        className="btn"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t("accounts.settings.keys.make")}
      </button>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </>
  );
}

function Pair({ id, secret, replace }: { id: string; secret: string } & Pick<KeyPairProps, "replace">) {
  const { t } = useTranslation();
  const [renewed, setRenewed] = useState(false);
  const pair = useRef<HTMLDListElement>(null);
  // The button that requested the keys was removed.
  useEffect(() => {
    if (document.activeElement === document.body) pair.current?.focus();
  }, []);
  const rotate = async () => {
    replace(await apiFetch(patchKeys, {}));
    setRenewed(true);
  };
  return (
    <>
      <dl ref={pair} className="key-pair" tabIndex={-1}>
        <Key name={t("accounts.settings.keys.id")} value={id} />
        <Key name={t("accounts.settings.keys.secret")} value={secret} />
      </dl>
      <p className="small dim">{t("accounts.settings.keys.keep")}</p>
      <ConfirmButton
        label={
          <>
            {t("accounts.settings.keys.rotate")} <RefreshCw className="i" aria-hidden="true" />
          </>
        }
        title={t("accounts.settings.keys.rotateTitle")}
        text={t("accounts.settings.keys.rotateText")}
        confirm={t("accounts.settings.keys.rotate")}
        run={rotate}
      />
      <p className="small" role="status">
        {renewed ? t("accounts.settings.keys.renewed") : ""}
      </p>
    </>
  );
}

function Key({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="meta dim">{name}</dt>
      <dd>
        <code className="code-l">{value}</code>
        <CopyButton text={value} name={name} />
      </dd>
    </div>
  );
}
