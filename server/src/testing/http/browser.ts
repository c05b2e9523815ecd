/** A page that a browser has reached, with its response. */
export type Arrived = { url: URL; status: number; headers: Headers; text: string };

type Cookie = { name: string; value: string; path: string; lax: boolean };

export type Browser = ReturnType<typeof openBrowser>;

/**
 * A minimal browser for login flows: cookies with their paths and `SameSite`, redirects, and forms. Each
 * origin with its port is a site. Follows redirects up to an address below `/login` or a page.
 */
export function openBrowser(language = "en-GB,en;q=0.9") {
  const jar = new Map<string, Cookie[]>();

  /** Requests from other sites carry no `SameSite` cookies, except for links. */
  function cookiesFor(url: URL, isForeignForm: boolean): string {
    return (jar.get(url.host) ?? [])
      .filter(({ path, lax }) => url.pathname.startsWith(path) && !(lax && isForeignForm))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  function storeCookies(url: URL, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(/;\s*/);
      const [name = "", ...value] = pair.split("=");
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/";
      const isOver = attributes.some((attribute) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute));
      const others = (jar.get(url.host) ?? []).filter((item) => item.name !== name || item.path !== path);
      const lax = !attributes.some((attribute) => /^samesite=none$/i.test(attribute));
      jar.set(url.host, isOver ? others : [...others, { name, value: value.join("="), path, lax }]);
    }
  }

  async function sendRequest(
    url: URL,
    form: URLSearchParams | undefined,
    from: URL | undefined,
  ): Promise<Arrived> {
    const isForeignForm = form !== undefined && from !== undefined && from.host !== url.host;
    const cookie = cookiesFor(url, isForeignForm);
    const answer = await fetch(url, {
      redirect: "manual",
      method: form === undefined ? "GET" : "POST",
      body: form ?? null,
      headers: { "accept-language": language, ...(cookie === "" ? {} : { cookie }) },
    });
    storeCookies(url, answer.headers);
    return { url, status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  async function followRedirects(arrived: Arrived): Promise<Arrived> {
    const location = arrived.headers.get("location");
    if (location === null) return arrived;
    const url = new URL(location, arrived.url);
    if (url.pathname.startsWith("/login")) return { ...arrived, url };
    return followRedirects(await sendRequest(url, undefined, arrived.url));
  }

  return {
    /** Returns the `Cookie` header of a same-site request. */
    cookies: (url: string | URL) => cookiesFor(new URL(url), false),
    /** Returns the response of one request, without following redirects. */
    requestOnce: (url: string | URL) => sendRequest(new URL(url), undefined, undefined),
    open: async (url: string | URL): Promise<Arrived> =>
      followRedirects(await sendRequest(new URL(url), undefined, undefined)),
    /** Submits the only form of a page, or the one with an action, with additional or changed fields. */
    async submit(page: Arrived, fields: Record<string, string> = {}): Promise<Arrived> {
      const { action, inputs } = formIn(page);
      return followRedirects(
        await sendRequest(action, new URLSearchParams({ ...inputs, ...fields }), page.url),
      );
    },
  };
}

/** Returns the first form of a page with its current fields. */
function formIn({ text, url }: Arrived): { action: URL; inputs: Record<string, string> } {
  const action = /<form[^>]* action="([^"]*)"/.exec(text)?.[1];
  if (action === undefined) throw new Error(`there is no form at ${url}: ${text.slice(0, 300)}`);
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const inputs = hidden.map(([, name = "", value = ""]) => [name, plain(value)]);
  return { action: new URL(plain(action), url), inputs: Object.fromEntries(inputs) };
}

function plain(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
