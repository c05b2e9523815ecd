import type { Locator } from "playwright-core";

/** Dispatches the events of files that are dropped or pasted on a file input. Their media types are unknown. */
export async function transferFiles(
  input: Locator,
  kind: "drop" | "paste",
  files: readonly { name: string; content: Buffer }[],
): Promise<void> {
  await input.evaluate(
    (target, { kind, files }) => {
      const data = new DataTransfer();
      for (const { name, base64 } of files) {
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([content], name));
      }
      const eventInit = { bubbles: true, cancelable: true };
      if (kind === "paste")
        target.dispatchEvent(new ClipboardEvent("paste", { ...eventInit, clipboardData: data }));
      else
        for (const type of ["dragover", "drop"])
          target.dispatchEvent(new DragEvent(type, { ...eventInit, dataTransfer: data }));
    },
    { kind, files: files.map(({ name, content }) => ({ name, base64: content.toString("base64") })) },
  );
}

type ChosenFile = { name: string; mimeType: string; buffer?: Buffer; sizeBytes?: number };

/** Chooses files. The page pads them with zeros to their size, because sending it megabytes costs half a second. */
export async function choosePaddedFiles(input: Locator, files: readonly ChosenFile[]): Promise<void> {
  await input.evaluate(
    (target, all) => {
      if (!(target instanceof HTMLInputElement)) throw new Error("This is no file input.");
      const data = new DataTransfer();
      for (const { name, type, base64, sizeBytes } of all) {
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const padding = new Uint8Array(Math.max(0, sizeBytes - content.length));
        data.items.add(new File([content, padding], name, { type }));
      }
      target.files = data.files;
      for (const type of ["input", "change"]) target.dispatchEvent(new Event(type, { bubbles: true }));
    },
    files.map(({ name, mimeType, buffer = Buffer.alloc(0), sizeBytes = 0 }) => ({
      name,
      type: mimeType,
      base64: buffer.toString("base64"),
      sizeBytes,
    })),
  );
}
