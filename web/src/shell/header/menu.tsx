import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useLazyModule } from "../../lib/lazy-module.ts";
import {
  useActingAccount,
  useHasArtistView,
  useHasMemberships,
  useIsAdministrator,
  useSignedIn,
} from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";
import { useLogOut } from "../session-end.ts";

type Item = { name: string; to: string; count?: number | undefined };

const publish: Item[] = [
  { name: "wrapSong", to: paths.create },
  { name: "myWraps", to: paths.myWraps() },
  { name: "artists", to: paths.myArtists() },
  { name: "myExperiences", to: paths.myExperiences() },
];

/** A chunk of its own, because few readers work for another account. */
const loadSwitch = () => import("./account-switch.tsx").then(({ loadAccountSwitch: load }) => load());

const fan: Item[] = [
  { name: "library", to: paths.library() },
  { name: "points", to: paths.myRewards },
  { name: "history", to: paths.myHistory() },
];

/** The library: links to listen, to publish in the artist view and for another account, and to the account. */
export function LibraryMenu({ wraps }: { wraps: number | undefined }) {
  const { t } = useTranslation();
  const signedIn = useSignedIn();
  const administrator = useIsAdministrator();
  const hasArtistView = useHasArtistView();
  const worksForOthers = useActingAccount() !== undefined;
  const isPublisher = signedIn && (hasArtistView || worksForOthers);
  const hasMemberships = useHasMemberships();
  const { part } = useLazyModule("account switch", loadSwitch, hasMemberships);
  const AccountSwitch = hasMemberships ? part : undefined;
  const listen: Item[] = [
    { name: "browse", to: paths.wraps(), count: wraps },
    { name: "search", to: paths.search },
  ];
  const account: Item[] = signedIn
    ? [
        { name: "you", to: paths.you },
        { name: "myArt", to: paths.myArt() },
        ...(isPublisher ? [] : fan),
        { name: "settings", to: paths.settings },
        ...(administrator ? [{ name: "admin", to: paths.reviews() }] : []),
      ]
    : [
        { name: "login", to: paths.login() },
        { name: "signUp", to: paths.signUp() },
      ];
  return (
    <>
      <MenuSection title={t("shell.listen")} items={listen} />
      {AccountSwitch === undefined ? null : <AccountSwitch />}
      {isPublisher ? <MenuSection title={t("shell.publish")} items={publish} /> : null}
      <MenuSection title={t("shell.account")} items={account}>
        {signedIn ? <Logout /> : null}
      </MenuSection>
    </>
  );
}

function MenuSection({
  title,
  items,
  children,
}: {
  title: string;
  items: Item[];
  children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {items.map(({ name, to, count }) => (
          <li key={name}>
            <Link to={to} aria-current={pathname === to ? "page" : undefined}>
              <span>{t(`shell.${name}`)}</span>
              {count === undefined ? null : <span className="code dim">{count}</span>}
            </Link>
          </li>
        ))}
        {children}
      </ul>
    </section>
  );
}

function Logout() {
  const { t } = useTranslation();
  const logOut = useLogOut();
  return (
    <li>
      <button type="button" onClick={logOut}>
        {t("shell.logout")}
      </button>
    </li>
  );
}
