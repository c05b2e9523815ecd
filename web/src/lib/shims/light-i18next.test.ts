import { createInstance as createReal } from "i18next";
import { describe, expect, it } from "vitest";
import enClaims from "../../language/claims/en.json" with { type: "json" };
import esClaims from "../../language/claims/es.json" with { type: "json" };
import enCrop from "../../language/crop/en.json" with { type: "json" };
import esCrop from "../../language/crop/es.json" with { type: "json" };
import en from "../../language/en.json" with { type: "json" };
import es from "../../language/es.json" with { type: "json" };
import enParticipation from "../../language/participation/en.json" with { type: "json" };
import esParticipation from "../../language/participation/es.json" with { type: "json" };
import enStudio from "../../language/studio/en.json" with { type: "json" };
import esStudio from "../../language/studio/es.json" with { type: "json" };
import enWallets from "../../language/wallets/en.json" with { type: "json" };
import esWallets from "../../language/wallets/es.json" with { type: "json" };
import { missingText } from "../language/language.ts";
import { createInstance as createLight } from "./light-i18next.tsx";

function bothIn(language: string, translation: Record<string, unknown>) {
  const options = {
    lng: language,
    fallbackLng: false as const,
    resources: { [language]: { translation } },
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: { site: "Tide Records" } },
    parseMissingKeyHandler: missingText,
  };
  const real = createReal();
  void real.init(options);
  const light = createLight();
  light.init(options);
  return { real: real.t, light: light.t };
}

function keysIn(texts: object, before = ""): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === "string" ? [`${before}${name}`] : keysIn(value, `${before}${name}.`),
  );
}

function valuesOf(text: string): Record<string, unknown> {
  const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name, at) => [name, at % 2 === 0 ? `<${name}> & $& co` : at * 1000]));
}

describe.each([
  ["en", { ...en, ...enStudio, ...enClaims, ...enCrop, ...enParticipation, ...enWallets }],
  ["es", { ...es, ...esStudio, ...esClaims, ...esCrop, ...esParticipation, ...esWallets }],
])("the texts of the light and the real i18next in %s", (language, texts) => {
  const { real, light } = bothIn(language, texts);

  it("are equal for every key", () => {
    for (const key of keysIn(texts)) {
      const values = valuesOf(real(key));
      expect(light(key, values), key).toBe(real(key, values));
    }
  });

  it("are equal for every plural and count", () => {
    const plural = keysIn(texts).filter((key) => key.endsWith("_other"));
    for (const key of plural.map((whole) => whole.slice(0, -"_other".length))) {
      for (const count of [0, 1, 2, 11, 1_000_000]) {
        const forms = ["one", "other"].map((form) => real(`${key}_${form}`)).join(" ");
        const values = { ...valuesOf(forms), count };
        expect(light(key, values), `${key} ${count}`).toBe(real(key, values));
      }
    }
  });

  it("are equal for a missing key, with and without a default", () => {
    for (const key of ["shell.nothing", "nowhere", "shell", "shell.wraps.deeper"]) {
      expect(light(key, { defaultValue: "{{n}} of it", n: 3 })).toBe("3 of it");
      expect(light(key)).toBe("Language key not found.");
    }
    expect(real("nowhere")).toBe(light("nowhere"));
    expect(real("nowhere", { defaultValue: "{{n}} of it", n: 3 })).toBe("3 of it");
  });
});
