import { apiPrefix } from "@wrapsody/shared/api/endpoint.ts";

/** The field of the page of wraps that `paths.search` leads to. */
export const searchField = "search";

/** What a visitor wants to log in for. The login and sign-up pages name it. */
export type LoginPurpose = "start" | "participate" | "points" | "page" | FanPurpose;

/** Actions of fans that need a login. */
export type FanPurpose = "like" | "playlist" | "follow";

/** The tab of a wrap with its rewards. */
export const REWARDS_TAB = 3;

/** Every address of the site. Links are made here and nowhere else. */
export const paths = {
  home: "/",
  /** `artist` is a credited name, which several artists may have. */
  wraps: (query?: {
    q?: string;
    artist?: string;
    artist_id?: number | string;
    tag?: string;
    sort?: string;
    page?: number;
  }) => withQuery("/wraps", query ?? {}),
  search: `/wraps#${searchField}`,
  /** The search over everything; `search` is that of wraps. */
  searchAll: (query?: { q?: string; kind?: string; page?: number }) => withQuery("/search", query ?? {}),
  wrap: (reference: string | number, query?: { tab?: number; inc?: string }) =>
    withQuery(`/wrap/${encodeURIComponent(reference)}`, query ?? {}),
  /** The page of a scheduled wrap. */
  countdown: (reference: string | number) => `/wrap/${encodeURIComponent(reference)}/countdown`,
  artist: (reference: string | number, query?: { inc: string }) =>
    withQuery(`/artist/${encodeURIComponent(reference)}`, query ?? {}),
  charts: "/charts",
  tag: (key: string, query?: { sort?: string; page?: number }) =>
    withQuery(`/tag/${encodeURIComponent(key)}`, query ?? {}),
  album: (reference: string | number, query?: { inc: string }) =>
    withQuery(`/album/${encodeURIComponent(reference)}`, query ?? {}),
  /** `inc`: who shared the link. */
  playlist: (id: string, query?: { inc: string }) =>
    withQuery(`/playlist/${encodeURIComponent(id)}`, query ?? {}),
  /** The same as an XSPF file. */
  playlistFile: (id: string) => `/playlist/${encodeURIComponent(id)}.xspf`,
  /** What a fan collected: playlists, likes, recent plays, points and art. */
  library: (query?: { tab?: string; success?: string; page?: number }) =>
    withQuery("/my/library", query ?? {}),
  experiences: (query?: { page?: number }) => withQuery("/experiences", query ?? {}),
  experience: (reference: string | number, query?: { tab?: string; inc?: string }) =>
    withQuery(`/experiences/${encodeURIComponent(reference)}`, query ?? {}),
  experienceNfts: (reference: string | number, { page, sort }: { page?: number; sort?: string } = {}) =>
    withQuery(`/experiences/${encodeURIComponent(reference)}/nft`, { page, sort }),
  participant: (reference: string | number, participant: number) =>
    `/experiences/${encodeURIComponent(reference)}/participant/${participant}`,
  /** With the one-time code and the exposed id of an order it is the page that confirms it. */
  participate: (reference: string | number, order?: { c: string; i: string }) =>
    withQuery(`/experiences/${encodeURIComponent(reference)}/participate`, order ?? {}),
  /** The extra materials (photo) of an order; `c` is its one-time code, `i` its exposed id. */
  personalize: (reference: string | number, query: { c: string; i: string }) =>
    withQuery(`/experiences/${encodeURIComponent(reference)}/personalize`, query),
  /** The picture of a shared link, 1200 by 630. That of an artwork has the number of its experience before its own: `12-345`. Lists have `newest`. */
  card: (
    kind:
      | "wrap"
      | "artist"
      | "album"
      | "playlist"
      | "tag"
      | "experience"
      | "artwork"
      | "wraps"
      | "experiences",
    id: number | string,
  ) => `/cards/${kind}/${id}.png`,
  /** Reports the thing of a page: its kind, and its id or pretty id. */
  sendReport: (query: { kind: string; id: string }) => withQuery("/report", query),
  login: (query?: {
    err?: string;
    error?: string;
    sr?: string;
    done?: string;
    for?: LoginPurpose | undefined;
  }) => withQuery("/login", query ?? {}).replaceAll("%20", "+"),
  /** Starts the login with a streaming service, which redirects to `oauth`. */
  socialLogin: (slug: string) => `${apiPrefix}/user/social/${encodeURIComponent(slug)}/auth`,
  oauth: "/login/oauth",
  signUp: (query?: { for?: LoginPurpose | undefined }) => withQuery("/signup", query ?? {}),
  lostPassword: "/lostPassword",
  resetPassword: "/resetPassword",
  /** Undoes a change of the address; its twin confirms one. A mail links to each. */
  undoAddress: "/address/undo",
  /** The mails of a preview; only from the machine it runs on. */
  outbox: "/outbox",
  you: "/you",
  /** The same page, announcing a new Premium plan. */
  planStarted: "/you?s=S001",
  notifications: (query?: { page?: number }) => withQuery("/my/notifications", query ?? {}),
  myArt: (query?: { page?: number }) => withQuery("/my/art", query ?? {}),
  myHistory: (query?: { page?: number }) => withQuery("/my/history", query ?? {}),
  myRewards: "/my/rewards",
  ticket: (claim: number) => `/my/rewards/ticket/${claim}`,
  mySocial: "/my/social",
  myGraph: "/my/graph",
  settings: "/my/settings",
  /** The studio. `success` is a message that the page shows. */
  create: "/create",
  createWrap: (query: { aid: number; an: string }) => withQuery("/create/one", query),
  createWraps: "/create/bulk",
  addRecordings: (query?: { aid: number }) => withQuery("/create/recordings", query ?? {}),
  myArtists: (query?: { success?: string; page?: number }) => withQuery("/my/artists", query ?? {}),
  createArtistChoice: "/my/artists/create",
  createArtist: "/my/artists/create/one",
  createArtists: "/my/artists/bulk",
  editArtist: (artist: string | number) => `/my/artist/${encodeURIComponent(artist)}`,
  myAlbums: (query?: { q?: string; artist?: string; sort?: string; success?: string; page?: number }) =>
    withQuery("/my/albums", query ?? {}),
  createAlbum: (query?: { artist?: number | undefined }) => withQuery("/my/albums/create", query ?? {}),
  editAlbum: (album: string | number) => `/my/album/${encodeURIComponent(album)}`,
  myWraps: (query?: {
    q?: string;
    artist?: number | string;
    status?: string;
    sort?: string;
    page?: number;
  }) => withQuery("/my/wraps", query ?? {}),
  manage: (song: string | number, query?: { tab?: string; success?: string }) =>
    withQuery(`/my/wrap/${encodeURIComponent(song)}`, query ?? {}),
  /** The door links of a ticket reward. */
  doors: (song: string | number, reward: number) => `/my/wrap/${encodeURIComponent(song)}/entrance/${reward}`,
  issueWnft: (song: string | number) => `/my/wrap/${encodeURIComponent(song)}/wnft`,
  preview: (song: string | number, query?: { tab?: number }) =>
    withQuery(`/my/wrap/${encodeURIComponent(song)}/preview`, query ?? {}),
  myExperiences: (query?: { success?: string; page?: number }) => withQuery("/my/experiences", query ?? {}),
  createExperience: (query?: { song?: number }) => withQuery("/my/experiences/create", query ?? {}),
  manageExperience: (campaign: string | number, query: { tab?: string } = {}) =>
    withQuery(`/my/experiences/${encodeURIComponent(campaign)}`, query),
  experienceComponents: (campaign: string | number) =>
    `/my/experiences/${encodeURIComponent(campaign)}/components`,
  /** The batches of codes of an experience. */
  experienceCodes: (campaign: string | number) => `/my/experiences/${encodeURIComponent(campaign)}/codes`,
  codeBatch: (campaign: string | number, batch: number) =>
    `/my/experiences/${encodeURIComponent(campaign)}/codes/${batch}`,
  /** The QR codes of a batch, for printing. */
  codeSheet: (campaign: string | number, batch: number) =>
    `/my/experiences/${encodeURIComponent(campaign)}/codes/${batch}/sheet`,
  experienceMint: (campaign: string | number) => `/my/experiences/${encodeURIComponent(campaign)}/mint`,
  earnings: (query?: { view?: string; years?: number | string; year?: number | string; page?: number }) =>
    withQuery("/my/earnings", query ?? {}),
  statistics: (query?: { days?: string; song?: string; artist?: number }) =>
    withQuery("/my/statistics", query ?? {}),
  subscription: "/my/subscription",
  /** The page of the subscription, at one of the pages of its invoices. */
  invoices: (query?: { page?: number }) => withQuery("/my/subscription", query ?? {}),
  /** Claims on the rewards of the reader's wraps. */
  receivedClaims: (query?: { state?: string; song?: number | string; page?: number }) =>
    withQuery("/my/claims", query ?? {}),
  /** For administrators. */
  reviews: (query?: { page?: number }) => withQuery("/admin", query ?? {}),
  review: (song: string | number) => `/admin/review/${encodeURIComponent(song)}`,
  changes: (query?: { state?: string; page?: number }) => withQuery("/admin/changes", query ?? {}),
  reports: (query?: { state?: string; kind?: string; problem?: string; contested?: string; page?: number }) =>
    withQuery("/admin/reports", query ?? {}),
  report: (id: number) => `/admin/report/${id}`,
  users: (query?: { q?: string; role?: string; page?: number }) => withQuery("/admin/users", query ?? {}),
  user: (id: string) => `/admin/user/${encodeURIComponent(id)}`,
  holds: (query?: { show?: string; reason?: string; account?: string; network?: string; page?: number }) =>
    withQuery("/admin/holds", query ?? {}),
  audit: (query?: { kind?: string; account?: string; page?: number }) =>
    withQuery("/admin/audit", query ?? {}),
  payments: (query?: { show?: string; q?: string; page?: number }) =>
    withQuery("/admin/payments", query ?? {}),
  jobs: (query?: { state?: string; name?: string; page?: number }) => withQuery("/admin/jobs", query ?? {}),
  siteSettings: "/admin/site",
  imprint: "/imprint",
  terms: "/terms",
  privacy: "/privacy",
} as const;

function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const segments = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return segments.length === 0 ? path : `${path}?${segments.join("&")}`;
}
