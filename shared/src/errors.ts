/**
 * Every error code the API may answer, with its HTTP status and the text shown when a call has no better one.
 * Codes are part of the contract: a code is never given a second meaning.
 */
export const errorCodes = {
  E0000: { status: 400, message: "an unknown error occurred." },
  E0001: { status: 404, message: "Not found." },
  E0002: { status: 401, message: "no session was detected." },
  E0003: { status: 401, message: "your session is not valid." },
  E0004: { status: 403, message: "You are not allowed to do this." },
  E0005: { status: 409, message: "This was changed or used in the meantime." },
  E0007: { status: 400, message: "Please check the marked fields." },
  E0008: { status: 413, message: "This is larger than what is accepted here." },
  E0009: { status: 415, message: "This kind of content is not accepted here." },
  E0010: { status: 429, message: "Too many requests. Please wait a moment and try again." },
  E0011: { status: 405, message: "This call does not exist with this method." },
  E0012: { status: 416, message: "The requested range is outside of the file." },
  E0013: {
    status: 400,
    message:
      "We encoutered an error attempting to log you in. Please double check your username and password and try again.",
  },
  E0014: { status: 400, message: "Incorrect MFA code provided." },
  E0015: { status: 400, message: "This code has expired or was tried too often. Please log in again." },
  E0016: { status: 400, message: "Invalid social login selected" },
  E0017: { status: 400, message: "OAuth failed" },
  E0018: { status: 403, message: "Please log in again to confirm that it is you." },
  E0019: { status: 403, message: "API keys are part of the premium plan." },
  E0020: { status: 400, message: "This link has expired or was used already. Please ask for a new one." },
  E0021: {
    status: 400,
    message: "We could not claim this account. Please contact your provider for a new claim code.",
  },
  E0022: { status: 409, message: "This account cannot be deleted yet." },
  E0023: { status: 403, message: "This call needs a person's session; API keys do not open it." },
  E0024: { status: 403, message: "Your plan has no room for another artist." },
  E0025: { status: 403, message: "Your plan has no room for another song this month." },
  E0026: { status: 409, message: "This wrap cannot be deleted while one of its experiences is active." },
  E0027: { status: 409, message: "This wrap is not ready for that." },
  E0028: { status: 403, message: "Bulk import is by invitation only." },
  E0029: { status: 409, message: "This Idempotency-Key was used for something else." },
  E0030: { status: 403, message: "Your plan has no room for another wNFT." },
  E0031: { status: 409, message: "wNFT has already been issued for this wrap." },
  E0032: { status: 409, message: "This experience is not in a state for that." },
  E0033: { status: 409, message: "This experience is sold out." },
  E0034: { status: 403, message: "This experience is open to invited fans alone." },
  E0035: { status: 400, message: "Could not validate your order..." },
  E0036: { status: 400, message: "This signature does not prove that the wallet is yours." },
  E0037: { status: 503, message: "The network does not answer at the moment. Please try again." },
  E0038: { status: 409, message: "Payments are not available here." },
  E0039: { status: 409, message: "This payment is not complete yet." },
  E0040: { status: 409, message: "This payment was not made, and nothing was charged." },
  E0041: { status: 409, message: "Your points do not reach this reward yet." },
  E0042: { status: 409, message: "This reward is not available any more." },
  E0043: { status: 403, message: "We could not validate your ownership of this NFT." },
  E0044: { status: 409, message: "This link was used already." },
  E0045: {
    status: 409,
    message: "You hold as many places of this experience as one person may. Please finish one of them first.",
  },
  E0046: { status: 404, message: "No subscription found" },
  E0047: { status: 409, message: "You have a premium plan already." },
  E0048: {
    status: 503,
    message: "The payment service does not answer at the moment. Nothing was charged. Please try again.",
  },
  E0086: { status: 409, message: "Your artwork needs a photo of you first." },
  X001: {
    status: 500,
    message: "we are having problems communicating with our services. please try again shortly.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** One thing that is wrong with one field of the request. `field` is a path such as `albums.0.isrc`. */
export type FieldError = { field: string; message: string };

/** The body of every answer that is not a success. */
export type ErrorAnswer = {
  success: false;
  code: ErrorCode;
  message: string;
  errors: FieldError[];
};
