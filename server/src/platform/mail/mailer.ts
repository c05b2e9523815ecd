/** A mail to one reader, ready to be read: its texts hold nothing that is still to be filled in. */
export type Email = {
  /** The same however often the letter is sent, so that a reader's program knows the second one. */
  id: string;
  /** One address, without a name. */
  to: string;
  subject: string;
  html: string;
  text: string;
};

export type Mailer = {
  /**
   * Hands a letter over. A letter that its reader's server refuses for good is logged and given up; whatever else goes
   * wrong may go right later.
   *
   * @throws Error without address or content, when the letter is worth another try
   */
  deliver(letter: Email): Promise<void>;
};
