import { alarmKinds, alarmTextKey } from "@wrapsody/shared/operations/alarms.ts";
import type { Block } from "./content.ts";
import { isolateName } from "./display-name.ts";
import type { Formatters } from "./formatters.ts";
import type { MailData, MailKind } from "./mail-data.ts";
import type { GetText, TextVariables } from "./texts.ts";

/** A block whose text is in the language files, by its key below the mail's kind. `count` selects the plural. */
type TextBlock =
  | { kind: "paragraph" | "aside"; key: string; count?: number }
  | { kind: "action" | "offer"; key: string; link: string };

/** The parts of a mail besides its subject, preview, heading and reason. */
export type Layout = {
  /** Variables of all texts of the mail; `host` is always there. */
  variables?: TextVariables;
  blocks: readonly (TextBlock | Block)[];
  /** Seconds for which the mail's link or code works. The mail is not sent after them. */
  lifetimeSeconds?: number;
};

type LayoutOf<Kind extends MailKind> = (data: MailData[Kind], format: Formatters, getText: GetText) => Layout;

const text = (key: string): TextBlock => ({ kind: "paragraph", key });
const plural = (key: string, count: number): TextBlock => ({ kind: "paragraph", key, count });
const note = (key: string): TextBlock => ({ kind: "aside", key });
const button = (key: string, link: string): TextBlock => ({ kind: "action", key, link });
const secondaryButton = (key: string, link: string): TextBlock => ({ kind: "offer", key, link });
/** A paragraph that a user wrote. */
const quote = (words: string | null): readonly Block[] =>
  words === null || words === "" ? [] : [{ kind: "paragraph", text: words }];

/** The texts, in order, of every kind of mail. They are in `web/src/language/mails`. */
export const layouts: { [Kind in MailKind]: LayoutOf<Kind> } = {
  "confirm-sign-up": expiringLink,
  "already-registered": ({ loginLink, resetLink }) => ({
    blocks: [
      text("text"),
      button("button", loginLink),
      text("forgot"),
      secondaryButton("resetButton", resetLink),
      note("notYou"),
    ],
  }),
  "sign-up-invited": expiringLink,
  "member-invited": ({ account, role, link, lifetimeSeconds }, { duration }) => ({
    variables: { account, lifetime: duration(lifetimeSeconds) },
    blocks: [text("text"), text(`role.${role}`), button("button", link), note("expiry"), note("notYou")],
    lifetimeSeconds,
  }),
  "member-joined": ({ member, role, link }) => ({
    variables: { member },
    blocks: [text("text"), text(`role.${role}`), button("button", link), note("notYou")],
  }),
  "member-removed": ({ account, link }) => ({
    variables: { account },
    blocks: [text("text"), text("own"), button("button", link)],
  }),
  "test-mail": ({ link }) => ({ blocks: [text("text"), button("button", link)] }),
  "claim-account": expiringLink,
  "choose-password": expiringLink,
  "reset-password": expiringLink,
  "login-code": ({ code, lifetimeSeconds }, { duration }) => ({
    variables: { lifetime: duration(lifetimeSeconds) },
    blocks: [text("text"), { kind: "code", code }, note("expiry"), note("notYou")],
    lifetimeSeconds,
  }),
  "password-changed": securityNotice,
  "passkey-added": ({ passkey, link }) => ({ ...securityNotice({ link }), variables: { passkey } }),
  "passkey-removed": ({ passkey, link }) => ({ ...securityNotice({ link }), variables: { passkey } }),
  "confirm-address": expiringLink,
  "address-confirmed": securityNotice,
  "address-changed": ({ address, link, lifetimeSeconds }, { duration }) => ({
    variables: { address, lifetime: duration(lifetimeSeconds) },
    blocks: [text("text"), text("notYou"), button("button", link), note("undo"), note("expiry")],
    lifetimeSeconds,
  }),
  "confirm-mailbox": expiringLink,
  "codes-switched-on": securityNotice,
  "codes-switched-off": securityNotice,
  "network-linked": ({ service, link }) => ({ ...securityNotice({ link }), variables: { service } }),
  "account-deleted": () => ({ blocks: [text("text"), text("thanks"), note("notYou")] }),
  "administrator-granted": ({ link }) => ({ blocks: [text("text"), button("button", link)] }),
  "administrator-revoked": ({ link }) => ({ blocks: [text("text"), note("notYou"), button("button", link)] }),
  "alarm-began": (alarm, { time }, getText) => ({
    variables: { ...alarmVariables(alarm, getText), since: time(alarm.since) },
    blocks: [text(`effect.${alarmPart(alarm)}`), text("since"), text("next"), button("button", alarm.link)],
  }),
  "alarm-ended": (alarm, { time }, getText) => ({
    variables: { ...alarmVariables(alarm, getText), since: time(alarm.since), until: time(alarm.until) },
    blocks: [text("text"), button("button", alarm.link)],
  }),
  "import-invited": ({ link }) => ({ blocks: [text("text"), button("button", link)] }),
  "premium-granted": ({ lastDay, link }, { day }) => ({
    variables: { lastDay: day(new Date(lastDay)) },
    blocks: [text("text"), button("button", link)],
  }),

  "wallet-unlinked": ({ wallet, link }) => ({
    variables: { wallet },
    blocks: [text("text"), text("wasYou"), note("notYou"), secondaryButton("button", link)],
  }),

  "webhook-disabled": ({ address, link }) => ({
    variables: { address },
    blocks: [text("text"), text("next"), button("button", link)],
  }),

  "wrap-approved": approval,
  "wrap-scheduled": ({ wrap, from, timeZone, link }, { time }) => ({
    variables: { wrap, from: time(from, timeZone) },
    blocks: [text("text"), text("next"), button("button", link)],
  }),
  "release-reminder-requested": ({ wrap, artist, link, lifetimeSeconds }, { duration }) => ({
    variables: { wrap, artist, lifetime: duration(lifetimeSeconds) },
    blocks: [text("text"), button("button", link), note("expiry"), note("notYou")],
    lifetimeSeconds,
  }),
  "wrap-released": ({ wrap, artist, link }) => ({
    variables: { wrap, artist },
    blocks: [text("text"), button("button", link)],
  }),
  "followed-release": ({ wrap, artist, link }) => ({
    variables: { wrap, artist },
    blocks: [text("text"), button("button", link)],
  }),
  "followed-digest": ({ releases, more, link }, _format, getText) => ({
    blocks: [
      plural("text", releases.length + more),
      ...releases.map(({ wrap, artist, link: page }): Block => {
        return {
          kind: "offer",
          label: getText("release", { wrap: isolateName(wrap), artist: isolateName(artist) }),
          link: page,
        };
      }),
      ...(more > 0 ? [plural("more", more)] : []),
      button("button", link),
    ],
  }),
  "phase-reminder-requested": ({ experience, phase, link, lifetimeSeconds }, { duration }) => ({
    variables: { experience, phase, lifetime: duration(lifetimeSeconds) },
    blocks: [text("text"), button("button", link), note("expiry"), note("notYou")],
    lifetimeSeconds,
  }),
  "phase-opened": ({ experience, phase, link }) => ({
    variables: { experience, phase },
    blocks: [text("text"), button("button", link)],
  }),
  "spot-held": ({ experience, until, link }, { time }) => ({
    variables: { experience, until: time(until) },
    blocks: [text("text"), text("next"), button("button", link), note("expiry")],
  }),
  "wrap-changes-requested": rejection,
  "audio-approved": approval,
  "audio-rejected": rejection,
  "recording-approved": approval,
  "title-approved": approval,
  "title-rejected": rejection,
  "cover-approved": approval,
  "cover-rejected": rejection,

  "report-received": ({ thing, report, link }) => ({
    variables: { thing, report },
    blocks: [text("text"), text("next"), button("button", link), note("period")],
  }),
  "report-dismissed": ({ thing, report, reason, link }) => ({
    variables: { thing, report },
    blocks: [text("text"), ...quote(reason), text("redress"), button("button", link)],
  }),
  "report-restricted": ({ thing, report, link }) => ({
    variables: { thing, report },
    blocks: [text("text"), text("redress"), button("button", link)],
  }),
  "content-restricted": ({ thing, ground, basis, reason, link }) => ({
    variables: { thing, basis },
    blocks: [
      text("text"),
      text(`ground.${ground}`),
      ...quote(reason),
      text("scope"),
      button("button", link),
      text("redress"),
      note("decision"),
    ],
  }),
  "content-restored": ({ thing, reason, link }) => ({
    variables: { thing },
    blocks: [text("text"), ...quote(reason), button("button", link)],
  }),
  "restriction-kept": ({ thing, reason, link }) => ({
    variables: { thing },
    blocks: [text("text"), ...quote(reason), text("redress"), button("button", link)],
  }),
  "account-suspended": ({ ground, basis, reason, link }) => ({
    variables: { basis },
    blocks: [
      text("text"),
      text(`ground.${ground}`),
      ...quote(reason),
      text("scope"),
      button("button", link),
      text("redress"),
      text("data"),
      note("decision"),
    ],
  }),
  "account-restored": ({ reason, link }) => ({
    blocks: [text("text"), ...quote(reason), text("next"), button("button", link)],
  }),
  "suspension-kept": ({ reason, link }) => ({
    blocks: [text("text"), ...quote(reason), text("redress"), button("button", link)],
  }),
  "suspension-contested": ({ statement, link }) => ({
    blocks: [text("text"), ...quote(statement), button("button", link)],
  }),
  "restriction-contested": ({ thing, statement, link }) => ({
    variables: { thing },
    blocks: [text("text"), ...quote(statement), button("button", link)],
  }),
  "counter-notice-sent": ({ thing, report, statement, signature, address, link }) => ({
    variables: { thing, report, signature, address },
    blocks: [text("text"), ...quote(statement), text("sender"), text("next"), button("button", link)],
  }),

  "splits-proposed": ({ wrap, artist, link }) => ({
    variables: { wrap, artist },
    blocks: [text("text"), text("next"), button("button", link), note("term"), note("notYou")],
  }),
  "splits-named": ({ wrap, artist, ownershipPoints, royaltyPoints, ...way }, { percent }) => {
    const variables = { wrap, artist, ownership: percent(ownershipPoints), royalty: percent(royaltyPoints) };
    const blocks = [text("text"), text(`next.${way.access}`), text("payment")];
    if (!("contact" in way))
      return { variables, blocks: [...blocks, button("button", way.link), note("notYou")] };
    const { contact, link } = way;
    if (link === null) return { variables, blocks: [...blocks, text("contact.publisher"), note("notYou")] };
    const known = contact === null ? text("contact.imprint") : text("contact.address");
    return {
      variables: { ...variables, contact: contact ?? "" },
      blocks: [...blocks, known, button("imprintButton", link), note("notYou")],
    };
  },
  "splits-confirmed": ({ wrap, link }) => ({
    variables: { wrap },
    blocks: [text("text"), text("next"), button("button", link), note("term")],
  }),
  "splits-declined": ({ wrap, comment, link }) => ({
    variables: { wrap },
    blocks: [text("text"), ...quote(comment), text("next"), button("button", link), note("term")],
  }),

  "reward-claimed": ({ reward, wrap, details, link }) => ({
    variables: { reward, wrap },
    blocks: [text("text"), text("next"), ...quote(details), button("button", link)],
  }),
  "reward-within-reach": claim,
  "reward-ready": ({ reward, wrap, details, link }) => ({
    variables: { reward, wrap },
    blocks: [text("text"), ...quote(details), button("button", link)],
  }),
  "claim-received": claim,
  "claim-contacted": claim,
  "claim-fulfilled": claim,
  "claim-rejected": ({ reward, wrap, points, comment, link }) => ({
    variables: { reward, wrap },
    blocks: [text("text"), ...quote(comment), plural("refund", points), button("button", link)],
  }),

  "sales-made": ({ experience, orders, totalCents, link }, { receipt }) => ({
    variables: { experience, total: receipt(totalCents) },
    blocks: [plural("text", orders), text("fees"), button("button", link)],
  }),
  "sales-refunded": ({ experience, refunds, totalCents, link }, { receipt }) => ({
    variables: { experience, total: receipt(totalCents) },
    blocks: [plural("text", refunds), text("effect"), button("button", link)],
  }),
  "payout-arrived": ({ amount, currency, day: date, link }, { day, money }) => ({
    variables: { amount: money(amount, currency), day: day(date) },
    blocks: [text("text"), text("delay"), button("button", link)],
  }),

  "order-receipt": receipt,
  "spot-confirmed": ({ experience, order, totalCents, link, isKept }, { receipt }) => ({
    variables: { experience, order, paid: receipt(totalCents) },
    blocks: [
      text(isKept ? "textKept" : "text"),
      text(totalCents === 0 ? "receiptFree" : "receipt"),
      button("button", link),
    ],
  }),
  "photo-requested": photoRequest,
  "photo-reminder": photoRequest,
  "order-refunded": ({ experience, order, totalCents, link, why, isArtworkKept }, { receipt }) => ({
    variables: { experience, order, paid: receipt(totalCents) },
    blocks: [
      text(`why.${why}`),
      text("receipt"),
      text(isArtworkKept ? "artworkKept" : "spotReleased"),
      button("button", link),
    ],
  }),
  "wallet-list-minted": ({ experience, minted, link }) => ({
    variables: { experience },
    blocks: [plural("text", minted), button("button", link)],
  }),
  "wallet-list-partly-minted": ({ experience, minted, failed, link }) => ({
    variables: { experience },
    blocks: [plural("text", minted), plural("failed", failed), button("button", link)],
  }),
  "artwork-failed": ({ experience, link }) => ({
    variables: { experience },
    blocks: [text("text"), text("next"), button("button", link)],
  }),

  "plan-started": ({ plan, priceCents, until, next, premium, free, link }, { day, price, percent }) => ({
    variables: {
      artists: premium.artists,
      songs: premium.songsPerMonth,
      fee: percent(premium.feeBasisPoints),
      freeFee: percent(free.feeBasisPoints),
      price: price(priceCents),
      until: day(next?.day ?? until),
      nextPrice: next === null ? "" : price(next.priceCents),
    },
    blocks: [
      text("text"),
      text(`paid.${plan}`),
      text(next === null ? "ends" : `renews.${next.plan}`),
      button("button", link),
      note("cancel"),
      note("term"),
    ],
  }),
  "plan-payment-failed": ({ keptUntil, link }, { day }) => ({
    variables: keptUntil === null ? {} : { keptUntil: day(keptUntil) },
    blocks: [text("text"), text(keptUntil === null ? "paused" : "kept"), button("button", link)],
  }),
  "plan-cancelled": ({ keptUntil, link }, { day }) => ({
    variables: keptUntil === null ? {} : { keptUntil: day(keptUntil) },
    blocks: [text(keptUntil === null ? "ended" : "kept"), text("resume"), button("button", link)],
  }),
  "plan-period-changed": nextPeriod,
  "plan-resumed": nextPeriod,
  "plan-ended": ({ free, link }, { percent }, getText) => ({
    variables: {
      artists: getText("artists", { count: free.artists }),
      songs: getText("songs", { count: free.songsPerMonth }),
      wnfts: getText("wnfts", { count: free.wnfts ?? 0 }),
      fee: percent(free.feeBasisPoints),
    },
    blocks: [text("text"), text("limits"), button("button", link), note("term")],
  }),
};

function expiringLink(
  { link, lifetimeSeconds }: MailData["confirm-sign-up"],
  { duration }: Formatters,
): Layout {
  return {
    variables: { lifetime: duration(lifetimeSeconds) },
    blocks: [text("text"), button("button", link), note("expiry"), note("notYou")],
    lifetimeSeconds,
  };
}

function securityNotice({ link }: MailData["password-changed"]): Layout {
  return { blocks: [text("text"), text("notYou"), secondaryButton("button", link)] };
}

function alarmVariables({ part, kind, of }: MailData["alarm-began"], getText: GetText): TextVariables {
  const what = getText(`what.${alarmTextKey({ part, kind })}`, { of, part, kind });
  return { what, kind };
}

/** The part whose effect is described; `other` for a part without texts of its own. */
function alarmPart({ part }: MailData["alarm-began"]): string {
  return part in alarmKinds ? part : "other";
}

function approval({ wrap, link }: MailData["wrap-approved"]): Layout {
  return { variables: { wrap }, blocks: [text("text"), button("button", link)] };
}

function rejection({ wrap, comment, link }: MailData["audio-rejected"]): Layout {
  return {
    variables: { wrap },
    blocks: [text("text"), ...quote(comment), text("next"), button("button", link)],
  };
}

function claim({ reward, wrap, link }: MailData["claim-received"]): Layout {
  return { variables: { reward, wrap }, blocks: [text("text"), button("button", link)] };
}

function receipt(
  {
    experience,
    order,
    totalCents,
    discountCents,
    paidAt,
    wrap,
    artist,
    withdrawal,
    link,
    ...data
  }: MailData["order-receipt"],
  format: Formatters,
  getText: GetText,
): Layout {
  const row = (key: string, value: string) => (value === "" ? [] : [{ label: getText(`row.${key}`), value }]);
  const operator = [data.operator, data.contact].filter((part) => part !== "").join(", ");
  const rows = [
    ...row("order", order),
    ...row("date", format.day(paidAt)),
    ...row("experience", isolateName(experience)),
    ...row("wrap", `${isolateName(wrap)}, ${isolateName(artist)}`),
    ...(discountCents > 0
      ? [
          ...row("price", format.receipt(totalCents + discountCents)),
          ...row("discount", format.receipt(-discountCents)),
        ]
      : []),
    ...row("amount", format.receipt(totalCents)),
    ...row("publisher", isolateName(data.publisher)),
    ...row("operator", operator),
  ];
  return {
    variables: { experience, paid: format.receipt(totalCents) },
    blocks: [
      text("text"),
      { kind: "details", rows },
      ...withdrawal.flatMap(quote),
      secondaryButton("button", link),
    ],
  };
}

function photoRequest(
  { experience, order, totalCents, link }: MailData["photo-requested"],
  { receipt }: Formatters,
): Layout {
  return {
    variables: { experience, order, paid: receipt(totalCents) },
    blocks: [text("text"), text("receipt"), button("button", link), note("expiry")],
  };
}

function nextPeriod({ next, link }: MailData["plan-resumed"], { day, price }: Formatters): Layout {
  return {
    variables: { day: day(next.day), price: price(next.priceCents) },
    blocks: [text(`text.${next.plan}`), button("button", link)],
  };
}
