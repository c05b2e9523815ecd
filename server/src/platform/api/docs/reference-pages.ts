import { type Access, apiPrefix, type Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { errorCodes } from "@wrapsody/shared/api/errors.ts";
import type { ListDescription } from "@wrapsody/shared/api/page.ts";
import { Fragment, createElement as h, type ReactNode } from "react";
import type { z } from "zod";
import { renderSitePage } from "../../pages/site-look.ts";
import { formatType, listLimits } from "./format-type.ts";
import {
  describeSchema,
  headers,
  introduction,
  listErrorStatuses,
  listFilters,
  listPagingParameters,
  operatorMeanings,
  rolesOf,
} from "./openapi.ts";

export const referencePath = "/api/docs";
/** The page of error codes, beside those of the groups of calls. */
export const errorsPage = "errors";

type Reference = { siteName: string; publicUrl: string; endpoints: readonly Endpoint[] };

/** Renders how to make a first call, what holds for each of them, and the list of all calls by group. */
export function renderOverview(reference: Reference): string {
  return renderPage(
    { ...reference, title: "API reference", current: undefined },
    [h("h1", { key: "h1" }, "API reference"), h(FirstCall, { key: "first", ...reference })],
    h("h2", null, "Every call"),
    h(
      "div",
      { className: "text" },
      introduction.split("\n\n").map((paragraph) => h("p", { key: paragraph }, formatText(paragraph))),
    ),
    h("h2", null, "Operators of filters"),
    h(
      "dl",
      { className: "parts operators" },
      Object.entries(operatorMeanings).map(([operator, meaning]) => part(operator, meaning)),
    ),
    h("h2", null, "Headers"),
    h(
      "dl",
      { className: "parts" },
      Object.values(headers).map(({ name, description }) => part(name, description)),
    ),
    [...groupByTag(reference.endpoints)].map(([tag, endpoints]) =>
      h("section", { key: tag }, h("h2", null, link(pathOf(tag), toTitle(tag))), h(CallList, { endpoints })),
    ),
  );
}

/** The address of the calls, the credentials, and a call that works without any. */
function FirstCall({ publicUrl }: { publicUrl: string }) {
  const base = `${publicUrl}${apiPrefix}`;
  const login = JSON.stringify({ username: "…", password: "…" });
  return h(
    "dl",
    { className: "parts first" },
    part("Base URL", h("code", null, base)),
    part(
      "First call",
      example("First call", `curl "${base}/songs?limit=3"`),
      h("pre", { className: "answer" }, '{ "success": true, "body": { "data": […], "total": 24 } }'),
    ),
    part(
      "Log in",
      example("Log in", `curl ${base}/auth \\\n  -H "Content-Type: application/json" \\\n  -d '${login}'`),
      "Send the ",
      h("code", null, "token"),
      " of the response with each call:",
      h("pre", null, "Authorization: Bearer {token}"),
    ),
    part(
      "API key",
      "An account creates keys for its programs in its settings:",
      h("pre", null, "curl -u {id}:{secret} …"),
    ),
    part(
      "For programs",
      link(`${apiPrefix}/openapi.json`, "openapi.json"),
      " describes the same in OpenAPI 3.1.",
    ),
  );
}

/** A command, which scrolls, with its copy button, which the script shows. */
function example(name: string, command: string) {
  return h(
    "div",
    { className: "example" },
    h("pre", { tabIndex: 0, role: "group", "aria-label": name }, command),
    h("button", { type: "button", className: "copy", hidden: true }, "Copy"),
  );
}

/** Renders the calls of a group in full; undefined if there is no such group. */
export function renderGroup(reference: Reference, tag: string): string | undefined {
  const endpoints = groupByTag(reference.endpoints).get(tag);
  if (endpoints === undefined) return undefined;
  const title = toTitle(tag);
  return renderPage(
    { ...reference, title: `${title}, API reference`, current: tag },
    [
      upLink,
      h("h1", { key: "h1" }, title),
      endpoints.length < 2 ? null : h(CallList, { key: "index", endpoints }),
    ],
    endpoints.map((endpoint) => h(Call, { key: idOf(endpoint), endpoint })),
  );
}

/** Renders the codes of errors by their status. */
export function renderErrors(reference: Reference): string {
  const byStatus = new Map<number, [code: string, message: string][]>();
  for (const [code, { status, message }] of Object.entries(errorCodes))
    byStatus.set(status, [...(byStatus.get(status) ?? []), [code, message]]);
  return renderPage(
    { ...reference, title: "Errors, API reference", current: errorsPage },
    [upLink, h("h1", { key: "h1" }, "Errors")],
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) =>
        h(
          "section",
          { key: status, className: "call", id: String(status) },
          h("h2", null, String(status)),
          h(
            "dl",
            { className: "parts" },
            codes.map(([code, message]) => [
              h("dt", { key: code }, h("code", null, code)),
              h("dd", { key: `${code} message` }, message),
            ]),
          ),
        ),
      ),
  );
}

/** Renders the answer to an address that no page of the reference has. */
export function renderMissing(reference: Reference): string {
  return renderPage(
    { ...reference, title: "Not found, API reference", current: "" },
    [upLink, h("h1", { key: "h1" }, "No such page")],
    h("p", { className: "text" }, "The API has no group of calls at this address. The list has all of them."),
  );
}

const upLink = h("p", { key: "up", className: "up" }, link(referencePath, "API reference"));

/** `head` stands above the list of groups where that is not beside the page. */
function renderPage(
  { siteName, endpoints, title, current }: Reference & { title: string; current: string | undefined },
  head: ReactNode,
  ...content: ReactNode[]
): string {
  return renderSitePage(
    {
      siteName,
      title,
      styles: `${referencePath}/reference.css`,
      script: `${referencePath}/reference.js`,
      isIndexed: true,
    },
    h(
      "main",
      { className: current === undefined ? "sheet overview" : "sheet" },
      h("div", { className: "page-head" }, head),
      h(Groups, { endpoints, current }),
      h("div", { className: "page-rest" }, ...content),
    ),
  );
}

function Groups({ endpoints, current }: { endpoints: readonly Endpoint[]; current: string | undefined }) {
  const entry = (path: string, name: string, isCurrent: boolean, count: number | undefined) =>
    h(
      "li",
      { key: path },
      h("a", { href: path, "aria-current": isCurrent ? "page" : undefined }, name, h("span", null, count)),
    );
  return h(
    "nav",
    { className: "tags", "aria-label": "Groups of calls" },
    h(
      "ul",
      null,
      entry(referencePath, "Overview", current === undefined, undefined),
      entry(pathOf(errorsPage), "Errors", current === errorsPage, undefined),
      [...groupByTag(endpoints)].map(([tag, { length }]) =>
        entry(pathOf(tag), toTitle(tag), current === tag, length),
      ),
    ),
  );
}

function CallList({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return h(
    "ul",
    { className: "calls" },
    endpoints.map((endpoint) => h(CallLink, { key: idOf(endpoint), endpoint })),
  );
}

function CallLink({ endpoint }: { endpoint: Endpoint }) {
  const { method, tag, summary } = endpoint;
  return h(
    "li",
    null,
    h(
      "a",
      { href: `${pathOf(tag)}#${idOf(endpoint)}` },
      h("code", null, method),
      // A long path breaks before a slash.
      h(
        "code",
        null,
        toPath(endpoint)
          .split(/(?=\/)/)
          .map((piece, place) => [place === 0 ? null : h("wbr", { key: `${place} ${piece}` }), piece]),
      ),
      h("span", { className: "short" }, summary.split(/(?<=\.) /)[0]?.replaceAll("`", "")),
    ),
  );
}

const callers: Readonly<Record<Access, string>> = {
  public: "Everyone; a session changes nothing.",
  optional: "Everyone; a session or an API key is used if there is one.",
  session: "A session or an API key.",
  personal: "A session; API keys are refused.",
};

function Call({ endpoint }: { endpoint: Endpoint }) {
  const { method, access, summary, params, query, body, files, list, answer } = endpoint;
  const id = idOf(endpoint);
  const roles = rolesOf(endpoint);
  const paging = list === undefined ? [] : listPagingParameters(list).map(formatParameter);
  const keys = [...listKeys(params), ...listKeys(query), ...paging];
  return h(
    "section",
    { className: "call", id },
    h("h2", null, link(`#${id}`, h("code", null, method), " ", h("code", null, toPath(endpoint)))),
    h("p", { className: "text" }, formatText(summary)),
    h(
      "dl",
      { className: "parts" },
      part(
        "Caller",
        callers[access],
        roles.length === 0 ? null : ` Members with the role ${roles.join(", ")}, too.`,
      ),
      keys.length === 0 ? null : part("Parameters", h("pre", null, keys.join("\n"))),
      list === undefined ? null : part("Filters", h("pre", null, formatFilters(list))),
      Object.keys(body.shape).length === 0
        ? null
        : part("Body", h("pre", null, formatType(describeSchema(body, "input")))),
      files === undefined ? null : part("Files", h("pre", null, formatFiles(files))),
      part("Response", h("pre", null, formatType(describeSchema(answer, "output")))),
      part(
        "Errors",
        listErrorStatuses(endpoint).map((status) => [link(`${pathOf(errorsPage)}#${status}`, status), " "]),
      ),
    ),
  );
}

function part(name: string, ...content: ReactNode[]) {
  return h(Fragment, { key: name }, h("dt", null, name), h("dd", null, ...content));
}

function formatFiles(files: NonNullable<Endpoint["files"]>): string {
  return Object.entries(files)
    .map(([name, { maxBytes, missing }]) =>
      [
        name,
        missing === undefined ? "?" : "",
        `: file // at most ${maxBytes.toLocaleString("en")} bytes`,
      ].join(""),
    )
    .join("\n");
}

function formatFilters(list: ListDescription): string {
  const lines = listFilters(list).map(({ key, kind, operators }) => `${key}: ${kind} ${operators.join(" ")}`);
  return lines.length === 0 ? "None" : lines.join("\n");
}

/** Lists the keys of a path or query string with their types. */
function listKeys(schema: z.ZodObject): string[] {
  const { properties = {}, required = [] } = describeSchema(schema, "input");
  return Object.entries(properties).map(([name, property]) =>
    formatParameter({ name, schema: property, required: required.includes(name) }),
  );
}

type Parameter = { name: string; schema: z.core.JSONSchema._JSONSchema; required: boolean };

function formatParameter({ name, schema, required }: Parameter): string {
  const limits = listLimits(schema);
  const comment = limits.length === 0 ? "" : ` // ${limits.join(", ")}`;
  return `${name}${required ? "" : "?"}: ${formatType(schema)}${comment}`;
}

/** Formats text in which backticks mark code. */
function formatText(text: string): ReactNode[] {
  // Every second part is between backticks.
  return text
    .split("`")
    .map((piece, place) => (place % 2 === 1 ? h("code", { key: `${place} ${piece}` }, piece) : piece));
}

function link(href: string, ...content: ReactNode[]) {
  return h("a", { key: href, href }, ...content);
}

function groupByTag(endpoints: readonly Endpoint[]): Map<string, Endpoint[]> {
  return Map.groupBy(endpoints, ({ tag }) => tag);
}

const pathOf = (page: string) => `${referencePath}/${page}`;
const toPath = ({ path }: Endpoint) => `/${path.replace(/:(\w+)/g, "{$1}")}`;
const idOf = ({ method, path }: Endpoint) => `${method.toLowerCase()}-${path.replace(/\W+/g, "-")}`;
/** Titles of groups that are not the capitalized tag. The tag of an endpoint is part of addresses, so it stays. */
const titles: Record<string, string> = { campaigns: "Experience management", qr: "QR", wnfts: "wNFTs" };
const toTitle = (tag: string) => titles[tag] ?? tag.slice(0, 1).toUpperCase() + tag.slice(1);
