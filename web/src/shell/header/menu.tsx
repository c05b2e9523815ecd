import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useIsAdministrator, useSignedIn } from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";
import { useLogOut } from "../session-end.ts";

type Item = { name: string; to: string; count?: number | undefined };

const publish: Item[] = [
  { name: "wrapSong", to: paths.create },
  { name: "myWraps", to: paths.myWraps() },
  { name: "artists", to: paths.myArtists() },
  { name: "myExperiences", to: paths.myExperiences() },
];

/** The library: links to listen, to publish, and to the account. */
export function LibraryMenu({ wraps }: { wraps: number | undefined }) {
  const { t } = useTranslation();
  const signedIn = useSignedIn();
  const administrator = useIsAdministrator();
  const listen: Item[] = [
    { name: "browse", to: paths.wraps(), count: wraps },
    { name: "search", to: paths.search },
  ];
  const account: Item[] = signedIn
    ? [
        { name: "you", to: paths.you },
        { name: "myArt", to: paths.myArt() },
        { name: "settings", to: paths.settings },
        ...(administrator ? [{ name: "admin", to: paths.reviews() }] : []),
      ]
    : [
        { name: "login", to: paths.login() },
        { name: "signUp", to: paths.signUp },
      ];
  return (
    <>
      <MenuSection title={t("shell.listen")} items={listen} />
      {signedIn ? <MenuSection title={t("shell.publish")} items={publish} /> : null}
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
