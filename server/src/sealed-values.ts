import { KEY_CANARY_PURPOSE } from "./platform/security/key-canaries.ts";
import type { SealedColumn } from "./platform/security/sealed-columns.ts";

/**
 * Every place where the database stores a value that `Encryption` sealed. `keys rotate` seals them again. A test requires each
 * source file that seals values to be named here, or in `unstoredSealers`.
 */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: "api_key",
    key: "account_id",
    keyType: "uuid",
    column: "secret_sealed",
    purposes: (accountId) => [`api-key ${accountId}`],
    writtenBy: ["features/accounts/settings/api-keys.ts"],
  },
  ...["secret_sealed", "previous_sealed"].map(
    (column): SealedColumn => ({
      table: "webhook_endpoint",
      key: "id",
      keyType: "uuid",
      column,
      where: `${column} is not null`,
      purposes: (endpointId) => [`webhook ${endpointId}`],
      writtenBy: ["features/accounts/webhooks/webhook-endpoints.ts"],
    }),
  ),
  {
    table: "apple_music_link",
    key: "account_id",
    keyType: "uuid",
    column: "token_sealed",
    purposes: () => ["apple-music-token"],
    hmacColumn: "token_mark",
    writtenBy: ["features/accounts/social/apple-music.ts"],
  },
  {
    table: "social_attempt",
    key: "state_hash",
    keyType: "bytea",
    column: "sealed",
    purposes: () => ["social-login-attempt", "social-login-identity"],
    writtenBy: ["features/accounts/social/oauth-attempts.ts"],
  },
  {
    table: "payment",
    key: "id",
    keyType: "uuid",
    column: "ways_back",
    purposes: () => ["payment-ways-back"],
    writtenBy: ["features/payments/checkout/checkout.ts"],
  },
  {
    table: "stripe_simulator_object",
    key: "id",
    keyType: "text",
    column: "data->urls",
    purposes: () => ["sandbox-checkout-ways"],
    where: "kind = 'session'",
    writtenBy: ["features/payments/simulator/embedded.ts"],
  },
  {
    table: "stripe_simulator_response",
    key: "key",
    keyType: "text",
    column: "response",
    purposes: () => ["stripe-simulator-response"],
    writtenBy: ["features/payments/simulator/embedded.ts"],
  },
  {
    table: "graphile_worker._private_jobs",
    key: "id",
    keyType: "bigint",
    column: "payload->sealed",
    purposes: () => ["letter", "registration", "password-reset"],
    writtenBy: [
      "platform/mail/notify.ts",
      "features/accounts/encrypted-payload.ts",
      "features/accounts/sign-up/registrations.ts",
      "features/accounts/passwords/password-reset.ts",
    ],
  },
  {
    table: "reward_claim",
    key: "id",
    keyType: "bigint",
    column: "answers_sealed",
    where: "answers_sealed is not null",
    purposes: (claimId) => [`claim-answers ${claimId}`],
    writtenBy: ["features/rewards/claims/answers.ts"],
  },
  {
    table: "ticket",
    key: "claim_id",
    keyType: "bigint",
    column: "code_sealed",
    purposes: (claimId) => [`ticket ${claimId}`],
    writtenBy: ["features/rewards/tickets/tickets.ts"],
  },
  {
    table: "spot_code",
    key: "id",
    keyType: "bigint",
    column: "code_sealed",
    purposes: () => ["spot-code"],
    hmacColumn: "code_hmac",
    writtenBy: ["features/experiences/codes/codes.ts"],
  },
  {
    table: "key_canary",
    key: "name",
    keyType: "text",
    column: "sealed",
    purposes: () => [KEY_CANARY_PURPOSE],
    where: "name = 'SECRET_KEY'",
    writtenBy: ["program.ts", "platform/security/key-canaries.ts"],
  },
];

/** Source files whose sealed values travel in URLs and are not stored. */
export const unstoredSealers: readonly string[] = [
  "features/accounts/sandbox/codes.ts",
  "platform/mail/unsubscribe.ts",
];
