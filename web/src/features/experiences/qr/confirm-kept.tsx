import { useMutation } from "@tanstack/react-query";
import { isRedirectTarget, postQrConfirm } from "@wrapsody/shared/experiences/qr.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { currentPath, useSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { useLoginPrompt } from "../../../shell/login-prompt.ts";
import type { Code } from "./code.ts";
import { reasonOf } from "./use-confirming.ts";

type KeptProps = {
  code: Code;
  /** The account does not own the artwork, or its token went to a wallet since. */
  onRefused(): void;
  /** Shows why it failed. `why` is a text key. */
  failure(why: string): ReactNode;
};

/** Confirms a code of a kept artwork by the session of its owner, then opens the code's link. */
export function ConfirmKept({ code, onRefused, failure }: KeptProps) {
  const { t } = useTranslation();
  const isSignedIn = useSignedIn();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => apiFetch(postQrConfirm, { body: { ...code, kept: true } }),
    onSuccess(target) {
      // Checked here too, whatever the response contains.
      if (isRedirectTarget(target)) window.location.assign(target);
    },
    onError(failed) {
      if (failed instanceof ApiError && failed.code === "E0043") onRefused();
    },
  });
  return (
    <>
      <p className="lead">{t("qr.keptLead")}</p>
      {isSignedIn ? (
        <button
          type="button"
          className="btn go"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {t("qr.continue")} <ArrowRight className="i" aria-hidden="true" />
        </button>
      ) : (
        <LoginLink />
      )}
      <p className="small b" role="status">
        {isSuccess ? t("qr.following") : ""}
      </p>
      {error === null ? null : failure(reasonOf(error))}
    </>
  );
}

function LoginLink() {
  const { t } = useTranslation();
  const promptLogin = useLoginPrompt();
  return (
    <Link
      className="btn go"
      to={paths.login({ for: "page" })}
      onClick={(event) => promptLogin(event, { purpose: "page", returnTo: currentPath() })}
    >
      {t("accounts.login.submit")} <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}
