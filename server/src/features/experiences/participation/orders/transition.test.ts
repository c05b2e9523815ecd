import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  type Change,
  type OrderEvent,
  type OrderFacts,
  type OrderState,
  orderStates,
  transition,
} from "./transition.ts";

const facts: OrderFacts = {
  state: "AWAITING_PAYMENT",
  hasPrice: true,
  campaign: "OPEN",
  isOverdue: false,
  lacksPhotos: false,
  isAbandoned: false,
  isRefundRecorded: false,
};
const free = { hasPrice: false } as const;
const unchanged = { type: "IGNORE", isRefundDue: false };

/** One short word per outcome: the next step, `refund`, `-`, or the new state. */
function summarize(order: Partial<OrderFacts>, event: OrderEvent): string {
  const outcome = transition({ ...facts, ...order }, event);
  if (outcome.type === "IGNORE") return outcome.isRefundDue ? "refund" : "-";
  return outcome.type === "CHANGE" ? outcome.state : outcome.type;
}

/** The outcome of an event in every state, in the order of `orderStates`. */
const inEveryState = (order: Partial<OrderFacts>, event: OrderEvent) =>
  orderStates.map((state) => summarize({ ...order, state }, event));

describe("every event in every state (RESERVED, AWAITING_PAYMENT, NEEDS_MATERIAL, FULFILLED, EXPIRED, REFUNDED)", () => {
  const overdue = { isOverdue: true };
  const deleted = { campaign: "DELETED" } as const;
  const E0032 = { type: "SPOT_DENIED", code: "E0032" } as const;
  it.each<[string, Partial<OrderFacts>, OrderEvent, string[]]>([
    ["CONFIRMED", free, { type: "CONFIRMED" }, ["DRAW", "-", "-", "-", "-", "-"]],
    [
      "CONFIRMED, overdue",
      { ...free, ...overdue },
      { type: "CONFIRMED" },
      ["EXPIRED", "-", "-", "-", "-", "-"],
    ],
    ["CONFIRMED, deleted", { ...free, ...deleted }, { type: "CONFIRMED" }, ["-", "-", "-", "-", "-", "-"]],
    ["PAID", {}, { type: "PAID" }, ["refund", "DRAW", "-", "-", "RESERVE_SPOT", "refund"]],
    ["PAID, free", free, { type: "PAID" }, ["refund", "DRAW", "-", "-", "refund", "refund"]],
    ["PAID, deleted", deleted, { type: "PAID" }, ["refund", "REFUNDED", "-", "-", "REFUNDED", "refund"]],
    [
      "PAID, account deleted",
      { isAbandoned: true },
      { type: "PAID" },
      ["refund", "DRAW", "-", "-", "REFUNDED", "refund"],
    ],
    ["ACCOUNT_DELETED", {}, { type: "ACCOUNT_DELETED" }, ["-", "EXPIRED", "REFUNDED", "-", "-", "-"]],
    [
      "ACCOUNT_DELETED, free",
      free,
      { type: "ACCOUNT_DELETED" },
      ["EXPIRED", "EXPIRED", "EXPIRED", "-", "-", "-"],
    ],
    ["PHOTO_ADDED", {}, { type: "PHOTO_ADDED" }, ["-", "-", "DRAW", "-", "-", "-"]],
    ["PHOTO_ADDED, deleted", deleted, { type: "PHOTO_ADDED" }, ["-", "-", "-", "-", "-", "-"]],
    ["SPOT_RESERVED", {}, { type: "SPOT_RESERVED" }, ["-", "-", "-", "-", "DRAW", "-"]],
    ["SPOT_DENIED", {}, E0032, ["-", "-", "-", "-", "REFUNDED", "-"]],
    ["DRAWN", {}, { type: "DRAWN" }, ["FULFILLED", "FULFILLED", "FULFILLED", "-", "FULFILLED", "-"]],
    [
      "DRAW_EXHAUSTED",
      {},
      { type: "DRAW_EXHAUSTED" },
      ["REFUNDED", "REFUNDED", "REFUNDED", "-", "REFUNDED", "-"],
    ],
    [
      "DRAW_EXHAUSTED, free",
      free,
      { type: "DRAW_EXHAUSTED" },
      ["EXPIRED", "EXPIRED", "EXPIRED", "EXPIRED", "EXPIRED", "-"],
    ],
    ["EXPIRED", overdue, { type: "EXPIRED" }, ["-", "EXPIRED", "-", "-", "-", "-"]],
    ["EXPIRED, free", free, { type: "EXPIRED" }, ["-", "EXPIRED", "-", "-", "-", "-"]],
    [
      "EXPIRED, free, overdue",
      { ...free, ...overdue },
      { type: "EXPIRED" },
      ["EXPIRED", "EXPIRED", "EXPIRED", "-", "-", "-"],
    ],
    ["CANCELLED", {}, { type: "CANCELLED" }, ["-", "EXPIRED", "-", "-", "-", "-"]],
    ["CANCELLED, free", free, { type: "CANCELLED" }, ["EXPIRED", "EXPIRED", "EXPIRED", "-", "-", "-"]],
    [
      "REFUNDED",
      {},
      { type: "REFUNDED" },
      ["RESERVED", "AWAITING_PAYMENT", "REFUNDED", "FULFILLED", "EXPIRED", "REFUNDED"],
    ],
    ["REFUNDED again", { isRefundRecorded: true }, { type: "REFUNDED" }, ["-", "-", "-", "-", "-", "-"]],
    ["CAMPAIGN_DELETED", deleted, { type: "CAMPAIGN_DELETED" }, ["-", "-", "REFUNDED", "-", "-", "-"]],
    [
      "CAMPAIGN_DELETED, free",
      { ...free, ...deleted },
      { type: "CAMPAIGN_DELETED" },
      ["EXPIRED", "-", "EXPIRED", "-", "-", "-"],
    ],
    ["CAMPAIGN_DELETED, not deleted", {}, { type: "CAMPAIGN_DELETED" }, ["-", "-", "-", "-", "-", "-"]],
  ])("%s", (_, order, event, expected) => {
    expect(inEveryState(order, event)).toEqual(expected);
  });

  it("requests missing photos once if the order is paid, and draws only after they arrive", {
    retry: 0,
  }, () => {
    const waiting = (order: Partial<OrderFacts>, event: OrderEvent) => {
      const outcome = transition({ ...facts, ...order, lacksPhotos: true }, event);
      return outcome.type === "CHANGE" ? [outcome.state, outcome.mail, outcome.spot] : outcome;
    };
    const paid: OrderEvent = { type: "PAID" };
    expect(waiting({}, paid)).toEqual(["NEEDS_MATERIAL", "PHOTO_REQUEST", "KEEP"]);
    expect(waiting({ state: "EXPIRED" }, { type: "SPOT_RESERVED" })).toEqual([
      "NEEDS_MATERIAL",
      "PHOTO_REQUEST",
      "KEEP",
    ]);
    expect(waiting({ state: "NEEDS_MATERIAL" }, { type: "PHOTO_ADDED" })).toEqual([
      "NEEDS_MATERIAL",
      null,
      "KEEP",
    ]);
    expect(waiting({ ...free, state: "RESERVED" }, { type: "CONFIRMED" })).toEqual([
      "NEEDS_MATERIAL",
      null,
      "KEEP",
    ]);
    expect(waiting({ state: "NEEDS_MATERIAL" }, paid)).toEqual(unchanged);
  });
});

describe("spots", () => {
  const campaigns = ["OPEN", "CLOSED", "DELETED"] as const;
  const events: OrderEvent[] = [
    ...(["CONFIRMED", "PAID", "PHOTO_ADDED", "SPOT_RESERVED", "DRAWN", "DRAW_EXHAUSTED"] as const).map(
      (type) => ({
        type,
      }),
    ),
    ...(["EXPIRED", "CANCELLED", "REFUNDED", "CAMPAIGN_DELETED"] as const).map((type) => ({ type })),
    { type: "SPOT_DENIED", code: "E0033" },
  ];

  it("are never returned after closing or deletion", () => {
    for (const campaign of campaigns.slice(1))
      for (const change of allChanges({ campaign })) expect(change.spot).toBe("KEEP");
  });

  it("are returned once, by the transition that ends the order holding it", { retry: 0 }, () => {
    const ended = (state: OrderState) => state === "EXPIRED" || state === "REFUNDED";
    for (const state of orderStates)
      for (const change of allChanges({ state })) {
        if (change.spot === "RELEASE") expect(ended(change.state)).toBe(true);
        if (ended(state) && change.state === state && change.money === "RECORD_REFUND")
          expect(change.spot).toBe("KEEP");
      }
  });

  function allChanges(fixed: Partial<OrderFacts>): Change[] {
    const flags = [true, false];
    return orderStates.flatMap((state) =>
      flags.flatMap((hasPrice) =>
        flags.flatMap((isOverdue) =>
          events.flatMap((event) => {
            const outcome = transition({ ...facts, state, hasPrice, isOverdue, ...fixed }, event);
            return outcome.type === "CHANGE" ? [outcome] : [];
          }),
        ),
      ),
    );
  }
});

describe("docs/order-states.md", () => {
  type Case = { order: Partial<OrderFacts>; name: string };
  const cases: Case[] = [
    { name: "RESERVED (free)", order: { state: "RESERVED", ...free } },
    { name: "AWAITING_PAYMENT", order: { state: "AWAITING_PAYMENT" } },
    { name: "NEEDS_MATERIAL (free)", order: { state: "NEEDS_MATERIAL", ...free } },
    { name: "NEEDS_MATERIAL (paid)", order: { state: "NEEDS_MATERIAL" } },
    { name: "FULFILLED (free)", order: { state: "FULFILLED", ...free } },
    { name: "FULFILLED (paid)", order: { state: "FULFILLED" } },
    { name: "EXPIRED", order: { state: "EXPIRED" } },
    { name: "REFUNDED", order: { state: "REFUNDED" } },
  ];
  const columns = [
    { name: "expired", order: { isOverdue: true }, event: { type: "EXPIRED" } },
    {
      name: "expired after closing",
      order: { isOverdue: true, campaign: "CLOSED" },
      event: { type: "EXPIRED" },
    },
    { name: "refunded", order: {}, event: { type: "REFUNDED" } },
    { name: "refunded after closing", order: { campaign: "CLOSED" }, event: { type: "REFUNDED" } },
    { name: "experience deleted", order: { campaign: "DELETED" }, event: { type: "CAMPAIGN_DELETED" } },
  ] as const satisfies { name: string; order: Partial<OrderFacts>; event: OrderEvent }[];

  const spot = { KEEP: "not returned", RELEASE: "returned" };
  const money = { KEEP: "-", REFUND: "refund starts", RECORD_REFUND: "refund recorded" };
  const points = { KEEP: "-", AWARD: "awarded", REVERSE: "reversed" };
  const artwork = { NONE: "none", DRAWN: "stays the owner's" };
  const mail = { CONFIRMED: "confirmation", PHOTO_REQUEST: "photo request", REFUND: "refund" };

  function toRow({ name, order }: Case, column: (typeof columns)[number]): string {
    const outcome = transition({ ...facts, ...order, ...column.order }, column.event);
    if (outcome.type !== "CHANGE") return `| ${name} | ${column.name} | unchanged | - | - | - | - | - |`;
    const isSame = outcome.state === order.state;
    const cells = [
      isSame ? "unchanged" : outcome.state,
      isSame ? "-" : spot[outcome.spot],
      money[outcome.money],
      points[outcome.points],
      isSame && outcome.artwork === "NONE" ? "-" : artwork[outcome.artwork],
      outcome.mail === null ? "-" : mail[outcome.mail],
    ];
    return `| ${name} | ${column.name} | ${cells.join(" | ")} |`;
  }

  it("lists what the transition function does", async () => {
    const text = await readFile(new URL("../../../../../../docs/order-states.md", import.meta.url), "utf8");
    const rows = text.split("\n").filter((line) => /^\| [A-Z]/.test(line));
    expect(rows).toEqual(cases.flatMap((item) => columns.map((column) => toRow(item, column))));
  });
});
