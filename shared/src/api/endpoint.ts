import * as z from "zod";
import type { ListDescription } from "./page.ts";

/**
 * Who may make a call.
 * - `public`: the response is the same for everyone; a session is ignored.
 * - `optional`: a live session is used, an expired one is ignored.
 * - `session`: requires a live session or a premium publisher's API keys, otherwise 401.
 * - `personal`: like `session`, but rejects API keys with 403.
 */
export type Access = "public" | "optional" | "session" | "personal";

/**
 * The rate limit of a call, if the default does not fit; the server defines the numbers.
 * - `play`: from every listener, many of whom share an address.
 * - `sign-in`: an attempt with a password, a code or a proof.
 * - `proof`: a wallet proof by one of many people at one place; `limitedBy` names its key.
 * - `mail`: sends an email to an address that the caller names.
 * - `upload`: receives a file or computes a lot.
 * - `component`: adds or moves one of an experience's many components.
 * - `simulation`: composes artworks during the request.
 * - `order`: reserves a spot until it is paid.
 */
export type Limit = "play" | "sign-in" | "proof" | "mail" | "upload" | "component" | "simulation" | "order";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Shape = z.ZodObject;

/** A file of a call, as a part of `multipart/form-data`. */
export type FilePart = {
  /** Bytes. */
  maxBytes: number;
  /** The part's error message if it is larger. */
  tooLarge: string;
  /** The part's error message if it is missing; without it, the part is optional. */
  missing?: string;
  /** A larger file is taken if the body has the field `by`, which says how the server reduces it. */
  original?: { maxBytes: number; tooLarge: string; by: string };
};
export type FileParts = Readonly<Record<string, FilePart>>;

/**
 * The single description of a call. Types and validates the request, strips undeclared fields from the
 * response, types the browser's `apiFetch()`, and generates the API reference.
 */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Answer extends z.ZodType = z.ZodType,
  Given extends Access = Access,
  Files extends FileParts | undefined = FileParts | undefined,
> = {
  method: Method;
  /** Below the API prefix, with `:name` for each parameter: `song/:id`. */
  path: string;
  access: Given;
  summary: string;
  tag: string;
  params: Params;
  query: Query;
  body: Body;
  /**
   * The files of a `multipart/form-data` call. Its body consists of the other parts, or of the JSON in the
   * part `data` if present.
   */
  files: Files;
  /** Set on calls with filters, paging and sorting in their query string (see `page.ts`). */
  list: ListDescription | undefined;
  /** Without one, the default limits for reads and writes apply. */
  limit: Limit | undefined;
  /** Names of parameters and fields: calls with the same values share a narrow limit. */
  limitedBy: readonly string[] | undefined;
  answer: Answer;
  /** The success envelope's code for an alternative response. */
  codeOf: ((answer: z.output<Answer>) => SuccessCode | undefined) | undefined;
};

/** S0007: the password was right, and the emailed code is required next. */
export type SuccessCode = "S0007";

const nothing = z.object({});
type Nothing = typeof nothing;

/** Describes a call. Omitted parts are empty; `answer` is the schema of `body` in the success envelope. */
export function endpoint<
  Answer extends z.ZodType,
  Given extends Access,
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends Shape = Nothing,
  Files extends FileParts | undefined = undefined,
>(described: {
  method: Method;
  path: string;
  access: Given;
  summary: string;
  tag: string;
  answer: Answer;
  params?: Params;
  query?: Query;
  body?: Body;
  files?: Files;
  list?: ListDescription;
  limit?: Limit;
  limitedBy?: readonly string[];
  codeOf?: (answer: z.output<Answer>) => SuccessCode | undefined;
}): Endpoint<Params, Query, Body, Answer, Given, Files> {
  return {
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    files: undefined as Files,
    list: undefined,
    limit: undefined,
    limitedBy: undefined,
    codeOf: undefined,
    ...described,
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E["params"]>;
export type QueryOf<E extends Endpoint> = z.output<E["query"]>;
export type BodyOf<E extends Endpoint> = z.output<E["body"]>;
/** The response as serialized. */
export type AnswerOf<E extends Endpoint> = z.output<E["answer"]>;

/** Returns the path of a call below the API prefix, with its parameters escaped. */
export function pathOf(described: Endpoint, params: Record<string, unknown>): string {
  return described.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

export const apiPrefix = "/api/v1";
