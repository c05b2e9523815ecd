/** A name as its owner typed it. */
type Named = { name: string };
/** A whole address, to be opened by the reader. */
type Link = string;

/** Every mail that accounts send, with what it says that others of its kind do not. */
export type AccountMail = Named &
  /** Completes a sign-up. */
  (
    | { kind: "confirm-sign-up"; link: Link }
    /** Somebody signed up with an address that has an account: the way in, and to a forgotten password. */
    | { kind: "already-registered"; loginLink: Link; resetLink: Link }
    /** An account was created for the reader. */
    | { kind: "claim-account"; link: Link }
    /** The account has been claimed and has no password yet. */
    | { kind: "choose-password"; link: Link }
    | { kind: "reset-password"; link: Link }
    /** The code of a log-in; it lives for ten minutes. */
    | { kind: "login-code"; code: string }
    | { kind: "password-changed"; resetLink: Link }
    | { kind: "codes-switched-on"; settingsLink: Link }
    | { kind: "codes-switched-off"; settingsLink: Link }
    /** A streaming service, by its name, opens the account from now on. */
    | { kind: "network-linked"; service: string; settingsLink: Link }
    | { kind: "account-deleted" }
    /** An administrator lets the reader import in bulk. */
    | { kind: "import-invited"; link: Link }
    /** An administrator gave the reader the premium plan; the last day of it, as YYYY-MM-DD. */
    | { kind: "premium-granted"; lastDay: string; link: Link }
  );
