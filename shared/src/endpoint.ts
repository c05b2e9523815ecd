import * as z from "zod";
import type { ListDescription } from "./page.ts";

/**
 * Who may make a call.
 * - `public`: the answer is the same for everyone; a session is not looked at.
 * - `optional`: a session is used when there is one, and a dead one counts as none.
 * - `session`: without a living session, or the API keys of a premium publisher, the answer is 401.
 * - `personal`: as `session`, but for a person alone: API keys are refused with 403.
 */
export type Access = "public" | "optional" | "session" | "personal";

/**
 * How often one caller may make a call, where the usual limits do not fit; the numbers are the server's.
 * - `play`: told by every listener, of whom many share an address.
 * - `sign-in`: a guess at a password, a code or a proof.
 * - `proof`: a wallet that is proved for something, by one of many in the same room; `limitedBy` says which.
 * - `mail`: sends a mail to whom the caller names.
 * - `upload`: takes a file, or much computing.
 * - `component`: takes one of the many pictures that experiences are composed of, or changes where it lies.
 * - `simulation`: composes samples of what an experience will give.
 * - `order`: takes something from others for as long as it is not paid for.
 */
export type Limit = "play" | "sign-in" | "proof" | "mail" | "upload" | "component" | "simulation" | "order";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Shape = z.ZodObject;

/** A file that comes with a call, as a part of `multipart/form-data`. */
export type FilePart = {
  /** Bytes. */
  maxBytes: number;
  /** What is told on the part when it is larger. */
  tooLarge: string;
  /** What is told on the part when it is missing; without it, it may be. */
  missing?: string;
};
export type FileParts = Readonly<Record<string, FilePart>>;

/**
 * A call described once. The description types and checks the request, strips the answer to what it declares,
 * types the browser's `ask()`, and writes the API reference.
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
   * Set on calls that come as `multipart/form-data`: their files. The body is then made of the other parts, or of the
   * JSON in the part called `data` where there is one.
   */
  files: Files;
  /** Set on calls whose query string carries filters, paging and sort (see `page.ts`). */
  list: ListDescription | undefined;
  /** Without one, reads and writes have their usual limits. */
  limit: Limit | undefined;
  /** Names of parameters and fields: calls in which these are the same are limited together, and narrowly. */
  limitedBy: readonly string[] | undefined;
  answer: Answer;
  /** The code that the success envelope carries beside an answer that is not the usual one. */
  codeOf: ((answer: z.output<Answer>) => SuccessCode | undefined) | undefined;
};

/** S0007: the password was right, and a code that was sent by e-mail is asked for next. */
export type SuccessCode = "S0007";

const nothing = z.object({});
type Nothing = typeof nothing;

/** Describes a call. What is left out is empty; `answer` is the shape of `body` in the success envelope. */
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
/** The answer as it stands on the wire. */
export type AnswerOf<E extends Endpoint> = z.output<E["answer"]>;

/** The path of a call below the API prefix, with its parameters filled in and escaped. */
export function pathOf(described: Endpoint, params: Record<string, unknown>): string {
  return described.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

export const apiPrefix = "/api/v1";
