import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { useLazyModule } from "../../lib/lazy-module.ts";
import {
  useActingAccount,
  useHasArtistView,
  useHasMemberships,
  useIsAdministrator,
} from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";
import { useLogOut } from "../session-end.ts";

/** `holds`: other pages that belong to the item. */
type Item = { name: string; to: string; holds?: RegExp; count?: number | undefined };

const studio: readonly Item[] = [
  { name: "myWraps", to: paths.myWraps(), holds: /^\/my\/wrap\// },
  { name: "wrapSong", to: paths.create, holds: /^\/create\// },
  { name: "artists", to: paths.myArtists(), holds: /^\/my\/artists?\// },
  { name: "albums", to: paths.myAlbums(), holds: /^\/my\/albums?\// },
  { name: "myExperiences", to: paths.myExperiences(), holds: /^\/my\/experiences\// },
  { name: "claims", to: paths.receivedClaims() },
  { name: "earnings", to: paths.earnings() },
  { name: "statistics", to: paths.statistics() },
  { name: "subscription", to: paths.subscription },
];
const yours: readonly Item[] = [
  { name: "points", to: paths.myRewards, holds: /^\/my\/rewards\// },
  { name: "myArt", to: paths.myArt() },
  { name: "history", to: paths.myHistory() },
];

/** Loads the menu and its texts, which visitors do not have. */
export async function loadMenu() {
  await loadNamespaces("menu");
  return Menu;
}

/** A chunk of its own, because few readers work for another account. */
const loadSwitch = () => import("./account-switch.tsx").then(({ loadAccountSwitch: load }) => load());

/** The menu of a signed-in reader: to listen, what is theirs, the studio in the artist view and for another account, and the account. */
function Menu({ wraps }: { wraps: number | undefined }) {
  const { pathname } = useLocation();
  const administrator = useIsAdministrator();
  const hasArtistView = useHasArtistView();
  const worksForOthers = useActingAccount() !== undefined;
  const isPublisher = hasArtistView || worksForOthers;
  const isInStudio = studio.some((item) => isHere(item, pathname));
  const hasMemberships = useHasMemberships();
  const { part } = useLazyModule("account switch", loadSwitch, hasMemberships);
  const AccountSwitch = hasMemberships ? part : undefined;
  const listen: Item[] = [
    { name: "browse", to: paths.wraps(), count: wraps },
    { name: "search", to: paths.search },
    { name: "library", to: paths.library(), holds: /^\/playlist\// },
  ];
  const account: Item[] = [
    { name: "you", to: paths.you },
    ...(isPublisher ? yours.filter(({ name }) => name === "myArt") : []),
    { name: "settings", to: paths.settings },
    ...(administrator ? [{ name: "admin", to: paths.reviews(), holds: /^\/admin\// }] : []),
    ...(isPublisher || isInStudio ? [] : [{ name: "publishMusic", to: paths.create }]),
  ];
  return (
    <>
      <MenuSection title="listen" items={listen} />
      {AccountSwitch === undefined ? null : <AccountSwitch />}
      {isPublisher ? null : <MenuSection title="yours" items={yours} />}
      {isPublisher || isInStudio ? <MenuSection title="studio" items={studio} /> : null}
      <MenuSection title="account" items={account}>
        <Logout />
      </MenuSection>
    </>
  );
}

function isHere({ to, holds }: Item, pathname: string): boolean {
  return pathname === to || holds?.test(pathname) === true;
}

type SectionProps = { title: string; items: readonly Item[]; children?: React.ReactNode };

function MenuSection({ title, items, children }: SectionProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const current = (item: Item) => {
    if (pathname === item.to) return "page";
    return isHere(item, pathname) ? "true" : undefined;
  };
  return (
    <section>
      <h2>{t(`menu.${title}`)}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.name}>
            <Link to={item.to} aria-current={current(item)}>
              <span>{t(`menu.${item.name}`)}</span>
              {item.count === undefined ? null : <span className="code dim">{item.count}</span>}
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
        {t("menu.logout")}
      </button>
    </li>
  );
}
