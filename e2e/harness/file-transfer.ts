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
