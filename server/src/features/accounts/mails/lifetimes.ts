const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Seconds for which a link or a code in a mail opens something. Mails tell it, and are not sent after it; whoever makes
 * links and codes takes their lifetime from here.
 */
export const lifetimes = {
  "confirm-sign-up": 24 * hour,
  "claim-account": 14 * day,
  "choose-password": 24 * hour,
  "reset-password": hour,
  "login-code": 10 * minute,
};
export type Expiring = keyof typeof lifetimes;

export function expires(kind: string): kind is Expiring {
  return kind in lifetimes;
}
