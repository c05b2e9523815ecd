import * as z from "zod";
import { formatTypedCode, readTypedCode } from "../accounts/typed-codes.ts";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { MAX_CHOSEN_USD, MIN_PAYMENT_CENTS, toCents, typedNumber } from "../payments/pricing.ts";

/** 80 random bits. */
export const SPOT_CODE_LENGTH = 16;
const GROUP_LENGTH = 4;

/** Returns the code in a typed text; undefined if there is none. */
export const readSpotCode = (text: string) => readTypedCode(text, SPOT_CODE_LENGTH);

/** Formats a code in groups that can be typed: `7K3M-9QXT-04BD-VW2H`. */
export const formatSpotCode = (code: string) => formatTypedCode(code, GROUP_LENGTH);

/** The fragment of a link to an experience that carries a code. Fragments are never sent to servers. */
export const spotCodeFragment = (code: string) => `#code=${formatSpotCode(code)}`;

/** Returns the code in the fragment of an address; undefined if there is none. Malformed codes are returned as they are. */
export function readSpotCodeFragment(fragment: string): string | undefined {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("code") ?? undefined;
}

/** FREE: a spot costs nothing. PERCENT and AMOUNT (US dollars) are off the price. */
export const discountKinds = ["FREE", "PERCENT", "AMOUNT"] as const;

export type Discount = {
  discount: (typeof discountKinds)[number];
  /** 1 to 99 with PERCENT, else null. */
  percent: number | null;
  /** US dollars with AMOUNT, else null. */
  amount: number | null;
};

/** Returns what is left of a price or a minimum. What a card payment can't be is free. */
export function discountedCents(cents: number, { percent, amount }: Discount): number {
  const off =
    percent !== null ? Math.round((cents * percent) / 100) : amount !== null ? toCents(amount) : cents;
  const left = cents - off;
  return left < MIN_PAYMENT_CENTS ? 0 : left;
}

/** Why a code can't be used. */
export const spotCodeProblems = {
  invalid: "This code isn’t valid for this experience. Please check it.",
  used: "This code is already used.",
  reserved: "You’ve reserved a spot with this code. Continue or cancel that reservation first.",
  expired: "This code has expired.",
  revoked: "This code was revoked by the publisher.",
  otherOrder: "You have an open reservation for this wallet without this code. Continue or cancel it first.",
} as const;

/** `codes` per batch, `batches` per experience. */
export const spotCodeLimits = { codes: 500, batches: 100, name: 60, days: 730 } as const;

/** Messages for an invalid batch. */
export const codeBatchProblems = {
  noName: "Please name the batch.",
  longName: `Please use at most ${spotCodeLimits.name} characters.`,
  count: `Please enter a whole number from 1 to ${spotCodeLimits.codes}.`,
  discount: "Please choose what the codes give.",
  percent: "Please enter a whole number from 1 to 99.",
  amount: `Please enter an amount from 0.01 to ${MAX_CHOSEN_USD}, with at most two decimals.`,
  noEnd: "Please choose until when the codes are valid, or leave it empty.",
  past: "Please choose a time in the future.",
  tooLate: `Please choose a time within ${spotCodeLimits.days} days.`,
  tooMany: `An experience has at most ${spotCodeLimits.batches} batches of codes.`,
} as const;

export const spotCodeStates = ["UNUSED", "USED", "REVOKED", "EXPIRED"] as const;
export type SpotCodeState = (typeof spotCodeStates)[number];

const discountFields = {
  discount: z.enum(discountKinds),
  percent: z.number().int().nullable(),
  amount: z.number().nullable(),
};

/** A batch of codes. A code that an open order holds counts as used until the order ends. */
const codeBatch = z.object({
  id: z.number().int(),
  name: z.string(),
  ...discountFields,
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
  created_at: instant,
  codes: z.number().int(),
  unused: z.number().int(),
  used: z.number().int(),
  revoked: z.number().int(),
  expired: z.number().int(),
});
export type CodeBatch = z.output<typeof codeBatch>;

const spotCode = z.object({
  id: z.number().int(),
  /** In groups, as it is printed. */
  code: z.string(),
  /** The page on which a fan joins with the code, which is in the fragment. */
  link: z.string(),
  state: z.enum(spotCodeStates),
});
export type SpotCode = z.output<typeof spotCode>;

const reference = z.object({ id: z.string().min(1).max(120) });
const key = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);
const batchReference = reference.extend({ batchId: key });

export const getCodeBatches = endpoint({
  method: "GET",
  path: "my/dapp/:id/codes",
  access: "session",
  tag: "codes",
  summary: "Lists the batches of codes of the caller's experience, latest first.",
  params: reference,
  answer: z.object({ data: z.array(codeBatch) }),
});

export const getCodeBatch = endpoint({
  method: "GET",
  path: "my/dapp/:id/codes/:batchId",
  access: "session",
  tag: "codes",
  summary: "Returns a batch of codes of the caller's experience, with its codes, links and their states.",
  params: batchReference,
  answer: z.object({ batch: codeBatch, data: z.array(spotCode) }),
});

export const getCodeSheet = endpoint({
  method: "GET",
  path: "my/dapp/:id/codes/:batchId/sheet",
  access: "session",
  tag: "codes",
  summary: "Returns the unused codes of a batch, with their links as QR codes.",
  params: batchReference,
  answer: z.object({
    batch: codeBatch,
    experience: z.string(),
    data: z.array(
      spotCode.pick({ id: true, code: true }).extend({
        /** The QR code as rows of `0` (light) and `1` (dark), without a margin. */
        rows: z.array(z.string()),
      }),
    ),
  }),
});

export const postCodeBatch = endpoint({
  method: "POST",
  path: "drop/:id/codes",
  access: "session",
  tag: "codes",
  summary:
    "Creates a batch of single-use codes for the caller's experience. Each gives one spot, free or at a discount, until it expires or is " +
    "revoked. E0032: the experience is completed.",
  params: reference,
  body: z
    .object({
      name: z
        .string({ error: codeBatchProblems.noName })
        .trim()
        .min(1, { error: codeBatchProblems.noName })
        .max(spotCodeLimits.name, { error: codeBatchProblems.longName }),
      count: z.preprocess(
        typedNumber,
        z
          .number({ error: codeBatchProblems.count })
          .int({ error: codeBatchProblems.count })
          .min(1, { error: codeBatchProblems.count })
          .max(spotCodeLimits.codes, { error: codeBatchProblems.count }),
      ),
      discount: z.enum(discountKinds, { error: codeBatchProblems.discount }),
      /** With PERCENT. */
      percent: z.preprocess(
        typedNumber,
        z
          .number({ error: codeBatchProblems.percent })
          .int({ error: codeBatchProblems.percent })
          .min(1, { error: codeBatchProblems.percent })
          .max(99, { error: codeBatchProblems.percent })
          .nullish(),
      ),
      /** US dollars, with AMOUNT. */
      amount: z.preprocess(
        typedNumber,
        z
          .number({ error: codeBatchProblems.amount })
          .min(0.01, { error: codeBatchProblems.amount })
          .max(MAX_CHOSEN_USD, { error: codeBatchProblems.amount })
          .refine((usd) => Math.abs(usd * 100 - Math.round(usd * 100)) < 1e-6, {
            error: codeBatchProblems.amount,
          })
          .nullish(),
      ),
      /** Null: the codes do not expire. */
      expires_at: z.iso.datetime({ offset: true, error: codeBatchProblems.noEnd }).nullish(),
    })
    .refine(({ discount, percent }) => discount !== "PERCENT" || typeof percent === "number", {
      path: ["percent"],
      error: codeBatchProblems.percent,
    })
    .refine(({ discount, amount }) => discount !== "AMOUNT" || typeof amount === "number", {
      path: ["amount"],
      error: codeBatchProblems.amount,
    }),
  answer: codeBatch,
});

export const deleteCodeBatch = endpoint({
  method: "DELETE",
  path: "drop/:id/codes/:batchId",
  access: "session",
  tag: "codes",
  summary:
    "Revokes every code of a batch that has given no spot. An open reservation keeps its price; its code is not valid again if it " +
    "expires. A repeat returns the same.",
  params: batchReference,
  answer: codeBatch,
});

export const deleteSpotCode = endpoint({
  method: "DELETE",
  path: "drop/:id/codes/:batchId/:codeId",
  access: "session",
  tag: "codes",
  summary: "Revokes one code of a batch, as the call for the batch does with all. A repeat returns the same.",
  params: batchReference.extend({ codeId: key }),
  answer: codeBatch,
});

/** A code as a fan types it: groups, lower case and look-alikes are fine. */
export const typedSpotCode = z
  .string({ error: spotCodeProblems.invalid })
  .trim()
  .min(1, {
    error: spotCodeProblems.invalid,
  })
  .max(100, { error: spotCodeProblems.invalid });

export const postSpotCode = endpoint({
  method: "POST",
  path: "drop/:id/code",
  access: "session",
  limit: "sign-in",
  tag: "participation",
  summary:
    "Returns what a code gives in an experience. The code stays unused: `POST payment/:id` with `code` uses it. E0007 on `code` says why it " +
    "can't be used.",
  params: reference,
  body: z.object({ code: typedSpotCode }),
  answer: z.object({ ...discountFields, expires_at: instant.nullable() }),
});
