import { useMutation } from "@tanstack/react-query";
import { patchMe, type User, type UserType } from "@wrapsody/shared/accounts/accounts.ts";
import Repeat2 from "lucide-react/icons/repeat-2";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { useFlashParam } from "../../../lib/pages/flash-param.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { SkeletonHead } from "../../../ui/feedback/skeleton.tsx";
import { PlanStarted } from "../../subscriptions/index.ts";
import { errorKey, QueryState } from "../authed-query.tsx";
import type { PageHandle } from "../layouts/loading-page.tsx";
import { LogOutButton } from "../login/log-out-button.tsx";
import { useUpdateUserCache, useUser } from "../use-user.ts";
import type { Route } from "./+types/you";
import "./you.css";

export const handle = { loading: { shape: "figures" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.title"), language);
}

export default function YouPage() {
  const { t } = useTranslation();
  const { data: user, error, refetch } = useUser();
  const flash = useFlashParam("s");
  if (user !== undefined) return <You user={user} planStarted={flash === "S001"} />;
  return (
    <>
      {error === null ? <SkeletonHead /> : null}
      <section className={error === null ? "sec list-sec" : "sec"}>
        <h1 className="vh">{t("accounts.you.title")}</h1>
        <QueryState error={error} refetch={refetch} shape="figures" />
      </section>
    </>
  );
}

function You({ user, planStarted }: { user: User; planStarted: boolean }) {
  const isArtist = user.user_type === "artist";
  return (
    <div className="you in-order">
      <header className="you-h">
        {planStarted ? <PlanStarted /> : null}
        <h1 className="title">{user.name}</h1>
        {user.email === null ? null : <p className="small dim">{user.email}</p>}
      </header>
      <Overview key={user.user_type} account={isArtist ? user.id : undefined} />
      <div className="you-end">
        <View user={user} />
        <YouNavigation view={user.user_type} administrator={user.role === "ADMIN"} />
      </div>
    </div>
  );
}

const loadFan = async () => (await import("./fan-overview.tsx")).FanOverview;
const loadArtist = async () => (await import("./artist-overview.tsx")).ArtistOverview;

/** The overview of a fan, or of the artist `account`. Each is a chunk of its own, as nobody needs both. */
function Overview({ account }: { account: string | undefined }) {
  const fan = useLazyModule("fan-overview", loadFan, account === undefined);
  const artist = useLazyModule("artist-overview", loadArtist, account !== undefined);
  if (account === undefined && fan.part !== undefined) return <fan.part />;
  if (account !== undefined && artist.part !== undefined) return <artist.part account={account} />;
  return (
    <div className="you-main">
      <QueryState
        error={fan.failed || artist.failed ? new Error("the overview was not loaded") : null}
        refetch={() => [fan.retry(), artist.retry()]}
        shape="figures"
      />
    </div>
  );
}

/** Shows the current view, switches to the other, and logs out. */
function View({ user }: { user: User }) {
  const { t } = useTranslation();
  const view = user.user_type;
  const { switchTo, pending, failure } = useViewSwitch();
  const other: UserType = view === "provider" ? "artist" : "provider";
  return (
    <>
      <section className="you-view" aria-labelledby="view">
        <h2 id="view" className="small dim">
          {t("accounts.you.currentView")}
        </h2>
        <p className="head" role="status">
          {t(`accounts.you.view.${view}.name`)}
        </p>
        <p className="small">{t(`accounts.you.view.${view}.text`)}</p>
        {failure === undefined ? null : (
          <p className="msg" role="alert">
            {t(failure)}
          </p>
        )}
      </section>
      <div className="row">
        <button
          type="button"
          className="btn"
          aria-disabled={pending || undefined}
          onClick={() => switchTo(other)}
        >
          {t(`accounts.you.view.${other}.switch`)} <Repeat2 className="i" aria-hidden="true" />
        </button>
        <LogOutButton />
      </div>
    </>
  );
}

function useViewSwitch() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (value: UserType) => apiFetch(patchMe, { body: { key: "user_type", value } }),
    onSuccess: useUpdateUserCache(),
  });
  return {
    switchTo: (view: UserType) => {
      if (!isPending) mutate(view);
    },
    pending: isPending,
    failure: error === null ? undefined : errorKey(error),
  };
}

type NavLink = { name: string; to: string };

const administration: NavLink = { name: "admin", to: paths.reviews() };
const settings: NavLink = { name: "settings", to: paths.settings };
const linksByView: Record<UserType, readonly NavLink[]> = {
  provider: [{ name: "art", to: paths.myArt() }, settings],
  artist: [
    { name: "artists", to: paths.myArtists() },
    { name: "campaigns", to: paths.myExperiences() },
    { name: "subscription", to: paths.subscription },
    settings,
  ],
};

/** What belongs to the current view. A newcomer's parts above lead to none of it. */
function YouNavigation({ view, administrator }: { view: UserType; administrator: boolean }) {
  const { t } = useTranslation();
  const links = administrator ? [...linksByView[view], administration] : linksByView[view];
  return (
    <nav className="you-ways" aria-label={t("accounts.you.quickLinks")}>
      <ul>
        {links.map(({ name, to }) => (
          <li key={name}>
            <Link to={to} className="u small">
              {t(`accounts.you.links.${name}.name`)}
            </Link>
          </li>
        ))}
        {view === "provider" ? (
          <li>
            <Link to={paths.myGraph} className="u small dim">
              {t("accounts.you.links.graph.name")}: {t("accounts.you.soon")}
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
