import { type RefObject, useEffect, useState } from "react";
import { isCanvasReadable } from "../../../ui/graphics/canvas-reading.ts";

/** Scans per second cost battery; people hold a code still for longer than this. */
const SCAN_INTERVAL_MS = 150;
/** Pixels that are enough for a code that fills a third of the picture. */
const SCAN_WIDTH_PX = 640;

type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** The Shape Detection API, which TypeScript does not know. */
type Detector = { detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]> };
declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector;
      getSupportedFormats(): Promise<string[]>;
    };
  }
}

/**
 * DENIED: the user or a policy forbids the camera. MISSING: there is none, or the page is not on HTTPS. UNREADABLE: the browser has no
 * detector, and returns noise instead of the camera's picture.
 */
type CameraState = "OFF" | "STARTING" | "ON" | "DENIED" | "MISSING" | "UNREADABLE";

/**
 * Reads QR codes from the rear camera while `isOn`, by the browser's detector or by jsQR. `onCode` is called for every
 * picture with a code; it must be the same function in every render.
 */
export function useCodeScanner(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (text: string) => void,
): CameraState {
  const [state, setState] = useState<CameraState>("OFF");
  useEffect(() => {
    if (!isOn) return setState("OFF");
    const stopping = new AbortController();
    let stream: MediaStream | undefined;
    setState("STARTING");
    void scanFrame().catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      setState(error instanceof DOMException && error.name === "NotAllowedError" ? "DENIED" : "MISSING");
    });
    return () => {
      stopping.abort();
      stopCamera();
    };

    function stopCamera() {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }

    async function scanFrame() {
      const reading = openReader();
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment" },
        audio: false,
      });
      const { current } = video;
      if (stopping.signal.aborted || current === null) return stopCamera();
      current.srcObject = stream;
      await current.play();
      const read = await reading;
      if (read === undefined) {
        stopCamera();
        if (!stopping.signal.aborted) setState("UNREADABLE");
        return;
      }
      setState("ON");
      while (!stopping.signal.aborted) {
        const text = await read(current);
        if (text !== undefined && text !== "" && !stopping.signal.aborted) onCode(text);
        await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
      }
    }
  }, [video, isOn, onCode]);
  return state;
}

async function openReader(): Promise<ReadCode | undefined> {
  const { BarcodeDetector } = window;
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector === undefined || !formats.includes("qr_code")) return openDecoder();
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue;
}

/** Loaded only in browsers without a detector. */
async function openDecoder(): Promise<ReadCode | undefined> {
  if (!isCanvasReadable()) return undefined;
  const { default: readQr } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    if (context === null || video.videoWidth === 0) return undefined;
    canvas.width = Math.min(SCAN_WIDTH_PX, video.videoWidth);
    canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return readQr(data, width, height, { inversionAttempts: "dontInvert" })?.data;
  };
}
