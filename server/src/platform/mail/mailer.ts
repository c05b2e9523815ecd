export type Sender = { name: string; address: string };

/** A rendered email to one recipient. */
export type Email = {
  /** Stable across retries, so that mail programs recognise duplicates. */
  id: string;
  /** One address, without a name. */
  to: string;
  from: Sender;
  subject: string;
  html: string;
  text: string;
  /** Turns such mails off, by a POST request too (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

/** A permanent rejection: the server's status, and whether it concerns the address rather than the message. */
export type Rejection = { status: number; isOfAddress: boolean };

export type Mailer = {
  /**
   * Sends an email. Logs and drops an email that the recipient's server rejects permanently, and returns the rejection.
   *
   * @throws Error, without address or content, if a retry may succeed
   */
  deliver(email: Email): Promise<Rejection | undefined>;
};
