/**
 * Every error code of the API, with its HTTP status and default message. Codes are part of the contract: a
 * code never changes its meaning.
 */
export const errorCodes = {
  E0000: { status: 400, message: "an unknown error occurred." },
  E0001: { status: 404, message: "Not found." },
  E0002: { status: 401, message: "no session was detected." },
  E0003: { status: 401, message: "your session is not valid." },
  E0004: { status: 403, message: "You don’t have permission to do this." },
  E0005: { status: 409, message: "This was changed in the meantime. Reload and try again." },
  E0007: { status: 400, message: "Please check the marked fields." },
  E0008: { status: 413, message: "This is too large." },
  E0009: { status: 415, message: "This content type is not supported." },
  E0010: { status: 429, message: "Too many requests. Please wait a moment and try again." },
  E0011: { status: 405, message: "Method not allowed." },
  E0012: { status: 416, message: "The requested range is not satisfiable." },
  E0013: {
    status: 400,
    message:
      "We encoutered an error attempting to log you in. Please double check your username and password and try again.",
  },
  E0014: { status: 400, message: "Incorrect MFA code provided." },
  E0015: {
    status: 400,
    message: "This code has expired or was entered incorrectly too many times. Please log in again.",
  },
  E0016: { status: 400, message: "Invalid social login selected" },
  E0017: { status: 400, message: "OAuth failed" },
  E0018: { status: 403, message: "Please log in again to confirm it’s you." },
  E0019: { status: 403, message: "API keys require the premium plan." },
  E0020: { status: 400, message: "This link has expired or was already used. Please request a new one." },
  E0021: {
    status: 400,
    message: "We could not claim this account. Please contact your provider for a new claim code.",
  },
  E0022: { status: 409, message: "This account can’t be deleted yet." },
  E0023: { status: 403, message: "This endpoint requires a user session; API keys are not accepted." },
  E0024: { status: 403, message: "You’ve reached your plan’s artist limit." },
  E0025: { status: 403, message: "You’ve reached your plan’s monthly song limit." },
  E0026: { status: 409, message: "This wrap can’t be deleted while one of its experiences is active." },
  E0027: { status: 409, message: "This isn’t possible in the wrap’s current state." },
  E0028: { status: 403, message: "Bulk import is by invitation only." },
  E0029: { status: 409, message: "This Idempotency-Key was already used with a different request." },
  E0030: { status: 403, message: "You’ve reached your plan’s wNFT limit." },
  E0031: { status: 409, message: "wNFT has already been issued for this wrap." },
  E0032: { status: 409, message: "This isn’t possible in the experience’s current state." },
  E0033: { status: 409, message: "This experience is sold out." },
  E0034: { status: 403, message: "This experience is open to invited fans only." },
  E0035: { status: 400, message: "Could not validate your order..." },
  E0036: { status: 400, message: "This signature doesn’t prove that you own the wallet." },
  E0037: { status: 503, message: "The network is not responding. Please try again." },
  E0038: { status: 409, message: "Payments are not available here." },
  E0039: { status: 409, message: "This payment is not complete yet." },
  E0040: { status: 409, message: "This payment was not completed, and you were not charged." },
  E0041: { status: 409, message: "You don’t have enough points yet." },
  E0042: { status: 409, message: "This reward is no longer available." },
  E0043: { status: 403, message: "We could not validate your ownership of this NFT." },
  E0044: { status: 409, message: "This link was already used." },
  E0045: {
    status: 409,
    message:
      "You’ve reserved the maximum number of spots for this experience. Please complete one of them first.",
  },
  E0046: { status: 404, message: "No subscription found" },
  E0047: { status: 409, message: "You already have a premium plan." },
  E0048: {
    status: 503,
    message: "The payment service is not responding. You were not charged. Please try again.",
  },
  E0049: {
    status: 507,
    message:
      "This site’s storage is full, so nothing was saved. Please tell its operator and try again later.",
  },
  E0050: { status: 403, message: "You’ve used up your storage, so nothing was saved." },
  E0051: {
    status: 503,
    message: "The file storage is not responding, so nothing was saved. Please try again.",
  },
  E0052: { status: 503, message: "This site’s database is not responding. Please try again in a moment." },
  E0060: { status: 403, message: "You can sign up here by invitation only." },
  E0061: { status: 403, message: "You can’t sign up here at this time." },
  E0062: { status: 502, message: "The mail server didn’t accept the email." },
  E0063: {
    status: 409,
    message: "You are the only administrator. Grant the role to someone else first.",
  },
  E0070: { status: 409, message: "This was restricted. Its page in the studio says why." },
  E0071: { status: 451, message: "This is not available for legal reasons." },
  E0072: { status: 409, message: "This site encodes no masters. Please upload an mp3 instead." },
  E0073: { status: 409, message: "This artist can’t be deleted yet." },
  E0074: { status: 403, message: "You don’t have access to this account." },
  E0075: { status: 403, message: "Your role in this account doesn’t allow this. An owner can do it." },
  E0076: { status: 409, message: "This wrap was listed before, so it can’t be scheduled." },
  E0077: { status: 404, message: "This link is no longer valid." },
  E0078: {
    status: 409,
    message: "This change no longer waits: it was decided, replaced or withdrawn meanwhile.",
  },
  E0079: {
    status: 409,
    message: "This wrap is restricted. Its changes can be approved once the restriction has ended.",
  },
  E0080: { status: 409, message: "This wNFT is not in this site’s custody." },
  E0081: { status: 409, message: "This wNFT is already being transferred." },
  E0082: {
    status: 403,
    message: "This account is suspended. The email that we sent you says why, and how to contest it.",
  },
  E0083: { status: 409, message: "Administrators can’t be suspended. Revoke the role first." },
  E0084: {
    status: 409,
    message: "The token is on a network that this site is not connected to. Please contact its operator.",
  },
  E0085: { status: 409, message: "This album can’t be deleted yet." },
  E0086: { status: 409, message: "Add your photo to finish your artwork." },
  E0087: {
    status: 409,
    message: "This artwork already has a wallet, so its token can’t go to another one.",
  },
  E0088: { status: 409, message: "The code of this order was used or revoked meanwhile." },
  E0089: { status: 403, message: "You’ve reached your plan’s playlist limit." },
  E0090: { status: 409, message: "A playlist can have at most 500 songs." },
  E0091: { status: 409, message: "This song is no longer in the playlist." },
  E0092: { status: 409, message: "Another account has this address." },
  E0093: { status: 400, message: "This passkey couldn’t be verified. Please try again." },
  E0094: { status: 409, message: "This passkey is registered already." },
  E0095: { status: 409, message: "This passkey is the only way into your account." },
  E0096: { status: 409, message: "You can’t add more passkeys. Remove one first." },
  X001: {
    status: 500,
    message: "we are having problems communicating with our services. please try again shortly.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/**
 * An error of one field of the request. `field` is a path such as `albums.0.isrc`. `message` is in the language of the response;
 * if that is not English, `english` is the original.
 */
export type FieldError = { field: string; message: string; english?: string };

/** The body of every error response. */
export type ErrorAnswer = {
  success: false;
  code: ErrorCode;
  message: string;
  english?: string;
  errors: FieldError[];
};
