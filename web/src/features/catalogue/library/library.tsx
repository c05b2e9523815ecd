import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useFlashParam } from "../../../lib/pages/flash-param.ts";
import { choiceParam, useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { StatusMessage } from "../../../ui/feedback/status-message.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import type { PageHandle } from "../../accounts/index.ts";
import type { Route } from "./+types/library";
import { OwnArt, OwnPoints, RecentPlays } from "./collected.tsx";
import { OwnFollows } from "./own-follows.tsx";
import { OwnLikes } from "./own-likes.tsx";
import { OwnPlaylists } from "./own-playlists.tsx";
import "./library.css";

export async function clientLoader() {
  await loadNamespaces("library", "notifications");
  return null;
}
clientLoader.hydrate = true as const;

export const handle = { loading: { title: "shell.library" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("shell.library"), language);
}

const tabs = ["playlists", "likes", "following", "recent", "points", "art"] as const;
const list = { pageSize: 20, params: { tab: choiceParam(tabs) }, path: paths.library };

/** Shows a fan's collection: playlists, likes, recent plays, points and art. */
export default function LibraryPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const success = useFlashParam("success");
  const params = useListParams(list);
  const { tab: selected = "playlists" } = params.filters;
  const panels = {
    playlists: <OwnPlaylists params={params} />,
    likes: <OwnLikes params={params} />,
    following: <OwnFollows params={params} />,
    recent: <RecentPlays />,
    points: <OwnPoints />,
    art: <OwnArt />,
  };
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("shell.library")}</h1>
      </header>
      <StatusMessage text={success} />
      <div className="library">
        <Tabs
          label={t("shell.library")}
          tabs={tabs.map((key) => ({ key, label: t(`library.tab.${key}`), panel: panels[key] }))}
          selected={selected}
          onSelect={(tab) =>
            void navigate(paths.library({ tab }), { replace: true, preventScrollReset: true })
          }
        />
      </div>
    </>
  );
}
