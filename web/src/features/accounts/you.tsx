import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getMe, patchMe, type User, type UserType } from "@wrapsody/shared/accounts.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import LogOut from "lucide-react/icons/log-out";
import Repeat2 from "lucide-react/icons/repeat-2";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AskError, ask } from "../../lib/ask.ts";
import { textIn } from "../../lib/language.ts";
import { siteOf, titleOnly } from "../../lib/meta.ts";
import { queryOf } from "../../lib/page-data.ts";
import { keepUser, useSignedIn } from "../../lib/session.ts";
import { paths } from "../../paths.ts";
import { useLogOut } from "../../shell/session-end.ts";
import { ErrorState, LoadingRows } from "../../ui/states.tsx";
import type { Route } from "./+types/you";
import { failureKey } from "./problems.ts";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.title"), language);
}

export default function YouPage() {
  const { t } = useTranslation();
  const signedIn = useSignedIn();
  const { data: user, error, refetch } = useQuery({ ...queryOf(getMe), enabled: signedIn });
  if (user !== undefined) return <You user={user} />;
  return (
    <section className="sec">
      <h1 className="vh">{t("accounts.you.title")}</h1>
      {error === null ? (
        <LoadingRows />
      ) : (
        <ErrorState
          message={t(error instanceof AskError ? failureKey(error, "errors.unknown") : "errors.unknown")}
          retry={() => void refetch()}
        />
      )}
    </section>
  );
}

function You({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <div className="you">
      <header className="you-h">
        <h1 className="display">{user.name}</h1>
        <p className="lead dim">{user.email}</p>
      </header>
      <View user={user} />
      <Ways view={user.user_type} />
      <section className="you-out">
        <h2 className="vh">{t("accounts.you.account")}</h2>
        <LogOutButton />
      </section>
    </div>
  );
}

/** The view the reader chose, and the switch to the other. */
function View({ user }: { user: User }) {
  const { t } = useTranslation();
  const view = user.user_type;
  const { switchTo, pending, failure } = useViewSwitch();
  const other: UserType = view === "provider" ? "artist" : "provider";
  return (
    <section className="you-view" aria-labelledby="view">
      <h2 id="view" className="small dim">
        {t("accounts.you.currentView")}
      </h2>
      <p className="title" role="status">
        {t(`accounts.you.view.${view}.name`)}
      </p>
      <p className="you-text">{t(`accounts.you.view.${view}.text`)}</p>
      <button
        type="button"
        className="btn"
        aria-disabled={pending || undefined}
        onClick={() => switchTo(other)}
      >
        {t(`accounts.you.view.${other}.switch`)} <Repeat2 className="i" aria-hidden="true" />
      </button>
      {failure === undefined ? null : (
        <p className="msg" role="alert">
          {t(failure)}
        </p>
      )}
    </section>
  );
}

function useViewSwitch() {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (value: UserType) => ask(patchMe, { body: { key: "user_type", value } }),
    onSuccess(user) {
      keepUser(user);
      client.setQueryData(queryOf(getMe).queryKey, user);
    },
  });
  return {
    switchTo: (view: UserType) => {
      if (!isPending) mutate(view);
    },
    pending: isPending,
    failure: error instanceof AskError ? failureKey(error, "errors.unknown") : undefined,
  };
}

/** Where the view leads. */
function Ways({ view }: { view: UserType }) {
  const { t } = useTranslation();
  const ways = [
    { name: "wraps", to: paths.wraps() },
    { name: "experiences", to: paths.experiences() },
  ] as const;
  return (
    <nav className="you-ways" aria-label={t("accounts.you.ways")}>
      <ul>
        {ways.map(({ name, to }) => (
          <li key={name}>
            <Link to={to}>
              <span className="head">{t(`accounts.you.way.${name}.name`)}</span>
              <span className="small dim">{t(`accounts.you.way.${name}.${view}`)}</span>
              <ArrowRight className="i" aria-hidden="true" />
            </Link>
          </li>
        ))}
        {view === "provider" ? (
          <li className="you-soon">
            <span className="head">{t("accounts.you.graph")}</span>
            <span className="small dim">{t("accounts.you.soon")}</span>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

function LogOutButton() {
  const { t } = useTranslation();
  const logOut = useLogOut();
  return (
    <button type="button" className="btn" onClick={logOut}>
      {t("accounts.you.logout")} <LogOut className="i" aria-hidden="true" />
    </button>
  );
}
