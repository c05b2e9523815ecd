import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useSignedIn } from "../lib/session.ts";
import { paths } from "../paths.ts";
import { signUpPath } from "./addresses.ts";
import { useLogOut } from "./session-end.ts";

type Item = { name: string; to: string; count?: number | undefined };

/** The library: what there is to listen to, to publish and to settle. Anonymous readers see what is theirs to use. */
export function LibraryMenu({ wraps }: { wraps: number | undefined }) {
  const { t } = useTranslation();
  const signedIn = useSignedIn();
  const listen: Item[] = [
    { name: "browse", to: paths.wraps(), count: wraps },
    { name: "search", to: paths.search },
  ];
  const publish: Item[] = [{ name: "wrapSong", to: paths.create }];
  const account: Item[] = signedIn
    ? [{ name: "settings", to: paths.settings }]
    : [
        { name: "login", to: paths.login() },
        { name: "signUp", to: signUpPath },
      ];
  if (signedIn) {
    listen.push({ name: "myArt", to: paths.myArt });
    publish.push(
      { name: "myWraps", to: `${paths.myArtists}#wraps` },
      { name: "artists", to: paths.myArtists },
      { name: "royalties", to: `${paths.myArtists}#royalties` },
    );
  }
  return (
    <>
      <MenuSection title={t("shell.listen")} items={listen} />
      <MenuSection title={t("shell.publish")} items={publish} />
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
