import type { DemoAccount, DemoPublisherKey } from "./types.ts";

const publisher = { user_type: "artist", role: "PROVIDER", plan: "FREE" } as const;
const fan = { user_type: "provider", role: "PROVIDER", plan: "FREE" } as const;

/** Accounts without a password: publishers of one artist each, and fans, who took the places that no other account has. */
export const demoPeople = [
  { ...publisher, key: "redCard", email: "redcard@wrapsody.example", name: "Red Card Recordings" },
  { ...publisher, key: "choirStall", email: "choirstall@wrapsody.example", name: "Choir Stall Records" },
  { ...publisher, key: "footbridge", email: "footbridge@wrapsody.example", name: "Footbridge Song Society" },
  {
    ...fan,
    key: "tomasz",
    email: "tomasz@wrapsody.example",
    name: "Tomasz Wierzba",
    follows: ["ines-corvacho", "aud-fjelstad", "kofi-amprofi"],
  },
  {
    ...fan,
    key: "beatriz",
    email: "beatriz@wrapsody.example",
    name: "Beatriz Loureiro",
    follows: ["ines-corvacho", "halden-maar"],
  },
  {
    ...fan,
    key: "kwabena",
    email: "kwabena@wrapsody.example",
    name: "Kwabena Osei",
    follows: ["kofi-amprofi", "the-ledger-club"],
  },
  {
    ...fan,
    key: "mairi",
    email: "mairi@wrapsody.example",
    name: "Mairi Drummond",
    follows: ["the-ledger-club", "tidewater-committee", "delphine-okoro-lamb"],
  },
  {
    ...fan,
    key: "haruka",
    email: "haruka@wrapsody.example",
    name: "Haruka Shimizu",
    follows: ["yuto-aramaki-ensemble", "petra-vaskovska", "ines-corvacho"],
  },
  {
    ...fan,
    key: "lennart",
    email: "lennart@wrapsody.example",
    name: "Lennart Ekdahl",
    follows: ["nattlinje-55", "halden-maar", "aud-fjelstad"],
  },
  {
    ...fan,
    key: "rosalind",
    email: "rosalind@wrapsody.example",
    name: "Rosalind Achebe",
    follows: ["delphine-okoro-lamb", "kofi-amprofi", "ines-corvacho"],
  },
  {
    ...fan,
    key: "emilio",
    email: "emilio@wrapsody.example",
    name: "Emilio Barragán",
    follows: ["marlow-finch", "ines-corvacho"],
  },
  {
    ...fan,
    key: "jitka",
    email: "jitka@wrapsody.example",
    name: "Jitka Nováková",
    follows: ["petra-vaskovska", "nattlinje-55"],
  },
  {
    ...fan,
    key: "wade",
    email: "wade@wrapsody.example",
    name: "Wade Tsosie",
    follows: ["marlow-finch", "tidewater-committee"],
  },
] as const satisfies readonly (DemoAccount & { key: DemoPublisherKey | Lowercase<string> })[];
