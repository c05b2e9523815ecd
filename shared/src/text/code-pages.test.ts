import { analyse } from "chardet";
import { describe, expect, it } from "vitest";
import { findCodePage, readTagText } from "./code-pages.ts";

const guess = (bytes: Uint8Array) => analyse(bytes).map(({ name }) => name);

const tables = new Map<string, Map<string, string>>();

/** Returns the bytes of the signs of a code page, as characters. */
function tableOf(encoding: string): Map<string, string> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, string>();
  const decoder = new TextDecoder(encoding);
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  for (const first of bytes) {
    for (const second of first < 0x80 ? [] : bytes) {
      const sign = decoder.decode(Uint8Array.of(first, second));
      if ([...sign].length === 1) table.set(sign, String.fromCharCode(first, second));
    }
  }
  for (const byte of bytes) table.set(decoder.decode(Uint8Array.of(byte)), String.fromCharCode(byte));
  tables.set(encoding, table);
  return table;
}

/** Writes a text in a code page, as a program reads it that takes it for Latin-1. */
const write = (text: string, encoding: string) =>
  [...text].map((sign) => tableOf(encoding).get(sign) ?? "?").join("");

describe("tags in a code page", () => {
  it.each<[string, string[]]>([
    ["windows-1251", ["Тихая вода", "Анна Берг", "Прилив"]],
    ["windows-1251", ["Чорні хмари", "Зимовий сад", "Вітер"]],
    ["windows-1251", ["НОЧНОЙ ПОЕЗД", "Группа Север"]],
    ["windows-1251", ["Море (feat. DJ Salt)", "Анна Берг", "Greatest Hits"]],
    ["koi8-r", ["Ночной поезд", "Анна Берг", "Дорога домой"]],
    ["shift_jis", ["夜の海", "佐藤", "波の音"]],
    ["shift_jis", ["サクラ", "さようなら", "ベスト"]],
    ["euc-jp", ["夜の海", "佐藤さん", "波の音"]],
    ["gb18030", ["我的城市", "海边的人", "再见"]],
    ["gb18030", ["月亮", "王小明", "时间"]],
    ["big5", ["我們的夜", "聽海", "時間"]],
    ["euc-kr", ["바다의 노래", "서울의 밤", "사랑"]],
    ["windows-1253", ["Η θάλασσα", "Νύχτα", "Το τραγούδι"]],
    ["windows-1250", ["Příliš žluťoučký kůň", "Řeka", "Můj svět"]],
    ["windows-874", ["ทะเลกลางคืน", "สมชาย"]],
    ["windows-1255", ["הים בלילה", "שיר"]],
    ["iso-8859-2", ["Miłość", "Gdzieś daleko"]],
    ["utf-8", ["Тихая вода", "Прилив"]],
    ["windows-1252", ["Don’t Stop", "“Live” – 1999"]],
  ])("%s: %j are read as their author wrote them", (encoding, texts) => {
    const written = texts.map((text) => write(text, encoding));
    const codePage = findCodePage(written, guess);
    expect(written.map((text) => readTagText(text, codePage))).toEqual(texts);
  });

  it.each([
    [["Low Water", "Half-Tide"]],
    [["Maré Alta", "Inês Corvacho", "Coração"]],
    [["Größe", "Für Elise", "Über uns", "Süßes Öl"]],
    [["Créée à l'été", "Noël", "Où ça"]],
    [["¿Qué?", "Pingüino", "El Niño"]],
    [["Smørrebrød på Ærø", "Åse", "Þórr"]],
    [["½ Mile", "100°", "Déjà Vu (°)"]],
    [["Тихая вода", "夜の海", "바다"]],
  ])("that are what they declare stay: %j", (texts) => {
    const codePage = findCodePage(texts, guess);
    expect(texts.map((text) => readTagText(text, codePage))).toEqual(texts);
  });

  it.each([["\u00ff\u0080\u0081"], ["a\ufffdb"], ["\u0001\u0002"], ["\ue000"]])(
    "that nobody can read are left out: %j",
    (text) => {
      expect(readTagText(text, findCodePage([text], guess))).toBeUndefined();
    },
  );
});
