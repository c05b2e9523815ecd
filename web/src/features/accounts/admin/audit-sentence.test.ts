import { type AuditEntry, auditKinds, operatorActor } from "@wrapsody/shared/accounts/account-admin.ts";
import { createInstance, type TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import en from "../../../language/studio/en.json" with { type: "json" };
import es from "../../../language/studio/es.json" with { type: "json" };
import { formatAuditEntry, linkNames } from "./audit-sentence.ts";

const account = { id: "00000000-0000-4000-8000-000000000001", name: "Ada", email: "ada@label.example" };
const entry: AuditEntry = {
  id: "1",
  at: "2026-01-01T10:00:00Z",
  kind: "logged-in",
  account,
  network: "",
  user_agent: "",
  browser: null,
  system: null,
  detail: {},
  object: null,
};

describe.each([
  ["en", en, "Operator (command line)"],
  ["es", es, "Operador (línea de comandos)"],
])("the audit log in %s", (language, translation, operator) => {
  const instance = createInstance();
  void instance.init({ lng: language, resources: { [language]: { translation } }, initAsync: false });
  const t: TFunction = instance.t;
  const format = (changes: Partial<AuditEntry>) => formatAuditEntry(t, language, { ...entry, ...changes });

  it("has a name and a sentence for every kind", () => {
    for (const kind of auditKinds) {
      expect(t(`admin.audit.kinds.${kind}`, { defaultValue: "" }), kind).not.toBe("");
      expect(format({ kind }), kind).not.toBe(format({ kind: "unknown" }).replace("unknown", kind));
    }
  });

  it("names the operator in everything that was done on the command line", () => {
    const done: readonly Partial<AuditEntry>[] = [
      { kind: "administrator-created" },
      { kind: "codes-switched-off" },
      { kind: "password-reset-asked" },
      { kind: "jobs-retried", account: null, detail: { job: "send-letter", jobs: 2 } },
      { kind: "backup-created", account: null, detail: { backup: "one" } },
      { kind: "backup-restored", account: null, detail: { backup: "one" } },
      { kind: "quarantine-released", account: null, detail: { backup: "one" } },
      { kind: "secret-key-rotated", account: null, detail: { values: 3 } },
      { kind: "keys-accepted", account: null },
      { kind: "files-collected", account: null, detail: { files: 3 } },
    ];
    for (const { detail, ...changes } of done) {
      const sentence = format({ ...changes, detail: { ...detail, by: operatorActor } });
      expect(sentence).toContain(operator);
      if (changes.account === undefined) expect(sentence).toContain("Ada");
      expect(sentence).not.toContain("{{");
    }
  });

  it("names the administrator who acted, and only the account if it acted itself", () => {
    const by = { by: "00000000-0000-4000-8000-000000000002", by_name: "Berit" };
    expect(format({ kind: "sessions-ended", detail: { sessions: 2, ...by } })).toContain("Berit");
    expect(format({ kind: "sessions-ended", detail: { sessions: 2, by: account.id, by_name: "Ada" } })).toBe(
      format({ kind: "sessions-ended", detail: { sessions: 2 } }),
    );
    expect(format({ kind: "password-reset-asked" })).not.toContain(operator);
  });

  it("names its object and links it and the account, also if the object has no page any more", () => {
    const about = (path: string | null): AuditEntry => ({
      ...entry,
      kind: "campaign-activated",
      detail: { campaign: 7 },
      object: { name: "Tide Tables", path },
    });
    const linksOf = (event: AuditEntry) =>
      linkNames(formatAuditEntry(t, language, event), event).flatMap(({ text, to }) =>
        to === undefined ? [] : [[text, to]],
      );
    const user = ["Ada", `/admin/user/${account.id}`];
    expect(linksOf(about("/experiences/tide-tables"))).toEqual([
      user,
      ["Tide Tables", "/experiences/tide-tables"],
    ]);
    expect(linksOf(about(null))).toEqual([user]);
    expect(formatAuditEntry(t, language, about(null))).toContain("Tide Tables");
  });
});
