import type { DemoUser } from "./types.ts";

/**
 * The demo accounts that the program prints at startup. The addresses end in a reserved name, so no mail can leave for
 * them, and the passwords are public.
 */
export const demoUsers = [
  {
    key: "fan",
    email: "fan@wrapsody.example",
    name: "Ottilie Brandt",
    password: "window seat please",
    user_type: "provider",
    role: "PROVIDER",
    plan: "FREE",
    collected: {
      "tide-tables": [22],
      "balcony-season": [4],
      "warp-and-weft": [12],
      "shadow-casting": [9],
      "machine-room-keys": [8],
      isolines: [4],
      "kitchen-radio": [3],
    },
  },
  {
    key: "publisher",
    email: "publisher@wrapsody.example",
    name: "Kartrommet Forlag",
    password: "felt piano morning",
    user_type: "artist",
    role: "PROVIDER",
    plan: "FREE",
  },
  {
    key: "premium",
    email: "premium@wrapsody.example",
    name: "Maré Baixa Edições",
    password: "low tide ledger",
    user_type: "artist",
    role: "PROVIDER",
    plan: "PREMIUM_YEARLY",
  },
  {
    key: "admin",
    email: "admin@wrapsody.example",
    name: "Nils Adeyemi",
    password: "every cover square",
    user_type: "artist",
    role: "ADMIN",
    plan: "FREE",
  },
] as const satisfies readonly DemoUser[];
