const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds for which the link or code of a mail works, by the mail's kind. */
export const lifetimes = {
  "confirm-sign-up": 24 * hour,
  "claim-account": 14 * day,
  "choose-password": 24 * hour,
  "reset-password": hour,
  "login-code": 10 * minute,
};
