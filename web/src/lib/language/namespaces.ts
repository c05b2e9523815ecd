import { addTexts, type Texts } from "./language.ts";

/** Namespaces that few pages use, such as studio and participation. Each page loads its own. Only the server uses `mails` and `messages`. */
const addresses = import.meta.glob<string>(
  ["../../language/*/*.json", "!../../language/{mails,messages}/*.json"],
  { query: "?url", import: "default", eager: true },
);
type Namespace =
  | "activity"
  | "artwork"
  | "checklist"
  | "claims"
  | "codes"
  | "draft"
  | "library"
  | "listening"
  | "studio"
  | "participation"
  | "phases"
  | "queue"
  | "search"
  | "crop"
  | "payout"
  | "profile"
  | "members"
  | "menu"
  | "notifications"
  | "takedown"
  | "tickets"
  | "wallets"
  | "webhooks";

const loading = new Map<Namespace, Promise<void>>();

/** Loads namespaces in the language of the page. A failed request is retried by the next page. */
export async function loadNamespaces(...names: Namespace[]): Promise<void> {
  await Promise.all(names.map(loadOnce));
}

function loadOnce(name: Namespace): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const request = fetchNamespace(name, document.documentElement.lang).catch((error: unknown) => {
    loading.delete(name);
    throw error;
  });
  loading.set(name, request);
  return request;
}

async function fetchNamespace(name: Namespace, language: string): Promise<void> {
  const response = await fetch(addresses[`../../language/${name}/${language}.json`] ?? "");
  if (!response.ok) throw new Error(`The texts of ${name} in ${language} were not found.`);
  addTexts(language, (await response.json()) as Texts);
}
