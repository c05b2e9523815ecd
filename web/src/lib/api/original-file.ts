/** A file that the server crops or shrinks. `fields` of the body of a call say how. */
export class OriginalFile extends File {
  readonly fields: Readonly<Record<string, string>>;

  constructor(file: File, fields: Readonly<Record<string, string>>, name = file.name) {
    super([file], name, { type: file.type, lastModified: file.lastModified });
    this.fields = fields;
  }
}
