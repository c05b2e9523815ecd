import type { SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import KeyRound from "lucide-react/icons/key-round";
import { useTranslation } from "react-i18next";
import { usePasskeyLogin } from "./use-passkey-login.ts";

type PasskeyButtonProps = {
  onSuccess(answer: SignedIn): void;
  /** Token of a login that waits for its code, which the passkey replaces. */
  codeToken?: string;
};

/** Logs in with a passkey instead of a password or code. */
export function PasskeyButton({ onSuccess, codeToken }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const { logIn, busy, failure } = usePasskeyLogin(onSuccess, codeToken);
  return (
    <div className="entry-passkey">
      <button type="button" className="btn" aria-disabled={busy || undefined} onClick={logIn}>
        {t(codeToken === undefined ? "accounts.passkey.logIn" : "accounts.passkey.instead")}
        <KeyRound className="i" aria-hidden="true" />
      </button>
      {failure === undefined ? null : (
        <p className="msg" role="alert">
          {t(failure)}
        </p>
      )}
    </div>
  );
}
