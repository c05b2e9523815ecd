import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EntryPage, Outcome } from "../forms/entry-page.tsx";
import { FormAlert } from "../forms/form-failure.tsx";
import { linkAppleMusic } from "./apple-music.ts";
import { useRedirectAfterLogin } from "./use-login.ts";

type State = "offered" | "busy" | "failed" | "linked";

/** Offers to link Apple Music, which has a separate login, after a login with Apple. */
export function AppleMusicOffer({ developerToken }: { developerToken: string | undefined }) {
  const { t } = useTranslation();
  const redirect = useRedirectAfterLogin();
  const [state, setState] = useState<State>("offered");
  const link = () => {
    if (state === "busy") return;
    setState("busy");
    linkAppleMusic(developerToken).then(
      () => setState("linked"),
      () => setState("failed"),
    );
  };
  return (
    <EntryPage heading={t("accounts.appleMusic.heading")} lead={t("accounts.appleMusic.lead")}>
      <Outcome title={t(state === "linked" ? "accounts.appleMusic.linked" : "accounts.appleMusic.signedIn")}>
        {state === "failed" ? <FormAlert text={t("accounts.appleMusic.failed")} focus /> : null}
        {state === "linked" ? null : (
          <button type="button" className="btn" aria-disabled={state === "busy" || undefined} onClick={link}>
            {t(state === "busy" ? "accounts.appleMusic.busy" : "accounts.appleMusic.link")}
          </button>
        )}
        <button type="button" className="btn go" onClick={() => void redirect()}>
          {t(state === "linked" ? "accounts.appleMusic.continue" : "accounts.appleMusic.later")}
          <ArrowRight className="i" aria-hidden="true" />
        </button>
      </Outcome>
    </EntryPage>
  );
}
