import { errorCodes } from "@wrapsody/shared/api/errors.ts";
import { describeIssue } from "@wrapsody/shared/api/validation-messages.ts";
import { parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import { lyricsProblemText, lyricsWarnings } from "@wrapsody/shared/catalogue/lyrics.ts";
import { participationTexts } from "@wrapsody/shared/experiences/participation.ts";
import { phaseTexts } from "@wrapsody/shared/experiences/phases.ts";
import { cellForms, fileTexts, rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { addressErrors } from "@wrapsody/shared/text/pasted-address.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { localizeMessage } from "./messages.ts";

describe("a message of the API", () => {
  it.each([
    ["Required", "Obligatorio"],
    [
      "This is the zero address (0x000…), which nobody owns.",
      "Esta es la dirección cero (0x000…), que no es de nadie.",
    ],
    ["Please use at most 120 characters.", "Usa 120 caracteres como máximo."],
    ["Please enter a number from 1 to 99.", "Escribe un número de 1 a 99."],
    ["Please enter a whole number from 1 to 99.", "Escribe un número entero del 1 al 99."],
    [
      "Line 3: “[1:x]” is not a time such as [01:23.45].",
      "Línea 3: «[1:x]» no es un tiempo como [01:23.45].",
    ],
    ["Unknown key: {{number}} $& $1", "Clave desconocida: {{number}} $& $1"],
    ["Only 2 spots are left for 3 addresses.", "Solo quedan 2 plazas para 3 direcciones."],
    [
      "Audio files must be in the mp3 format and under 20Mb. This is a WAV file.",
      "Los archivos de audio deben estar en formato MP3 y pesar menos de 20 MB. Este archivo es WAV.",
    ],
    ["Choose one of: GENERATIVE, RANDOM.", "Elige uno de estos valores: GENERATIVE, RANDOM."],
    [
      "This account cannot be deleted yet: it has 1 wrap by one artist. Delete them first.",
      "Esta cuenta no se puede eliminar todavía: tiene 1 wrap de un artista. Elimínalos antes.",
    ],
    [
      "This artist can’t be deleted yet: it has 3 wraps and 1 experience. Delete them first.",
      "Este artista no se puede eliminar todavía: tiene 3 wraps y 1 experiencia. Elimínalos antes.",
    ],
    [
      "Your plan includes 1 artist, and you have 1. Premium includes 10.",
      "Tu plan incluye 1 artista y tienes 1. Premium incluye 10.",
    ],
    [
      "A random experience needs exactly nine images and nothing else: 2 missing, 1 that is no image.",
      "Una experiencia aleatoria necesita exactamente nueve imágenes y nada más: faltan 2 y 1 que no es una imagen.",
    ],
    [
      "This is neither a wallet nor an email address: a\nb",
      "Esto no es ni una cartera ni un correo electrónico: a\nb",
    ],
  ])("%j is %j in Spanish, and names its original", (english, message) => {
    expect(localizeMessage(english, "es")).toEqual({ message, english });
    expect(localizeMessage(english, "en")).toEqual({ message: english });
  });

  it("stays in English without a translation", () => {
    expect(localizeMessage("Nobody said this.", "es")).toEqual({ message: "Nobody said this." });
  });

  const texts = { ...addressErrors, ...participationTexts, ...phaseTexts, ...studioTexts };
  const codes = Object.entries(errorCodes).map(([code, { message }]) => [code, message] as const);
  it.each([...codes, ...Object.entries(texts)])("has a translation for %s", (_, message) => {
    expect(localizeMessage(message.replaceAll(/\{\w+\}/g, "7"), "es").english).toBeDefined();
  });

  const lyrics = { ...parseLyrics(""), wordTimed: [1], unordered: [2, 3] };
  const ofRows = [
    ...Object.values({ ...fileTexts, ...rowTexts }).filter((text) => typeof text === "string"),
    ...(["time", "offset", "lines", "size"] as const).map((code) =>
      lyricsProblemText({ code, line: 3, value: "[1:x]" }),
    ),
    ...lyricsWarnings(lyrics),
    fileTexts.notClosed(7),
    rowTexts.form("credits"),
    rowTexts.word(Object.keys(cellForms)),
    rowTexts.duration("3h 5m", "3m 5s"),
    rowTexts.longDuration("1h 2m 5s"),
    rowTexts.repeated(7),
    rowTexts.similarArtist("Rosé"),
    rowTexts.sameNamedArtists(["rose", "rose-2"]),
    rowTexts.otherArtistId("Rosé"),
    rowTexts.similarName("Rosé"),
    rowTexts.albumDate("Low “Tide”", "1998-05"),
  ];
  it.each(ofRows)("has a translation for what an import says: %s", (message) => {
    expect(localizeMessage(message, "es").english).toBe(message);
  });

  it("has a translation for each message of a schema, none of which shows a pattern", () => {
    const schema = z.object({
      missing: z.string(),
      text: z.string(),
      number: z.number().int().min(1),
      pattern: z.string().regex(/^a+$/),
      choice: z.enum(["A", "B"]),
      long: z.string().max(2),
      list: z.array(z.string()).max(1),
      email: z.email(),
    });
    const wrong = {
      text: 1,
      number: 1.5,
      pattern: "b",
      choice: "C",
      long: "abc",
      list: ["a", "b"],
      email: "x",
    };
    const { error } = schema.safeParse(wrong, { error: describeIssue });
    expect(error?.issues).toHaveLength(8);
    for (const { message } of error?.issues ?? []) {
      expect(message).not.toContain("a+");
      expect(localizeMessage(message, "es").english).toBe(message);
    }
  });
});
