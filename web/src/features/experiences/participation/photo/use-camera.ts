import { type RefObject, useEffect, useRef, useState } from "react";

/** Why there is no picture of a camera: its user or the browser refuses it, there is none, or something else has it. */
type CameraProblem = "refused" | "none" | "busy";
type CameraState = "opening" | "on" | CameraProblem;

/**
 * Shows the camera in a `<video>` while the component is on the page; with it goes the camera, at once, also where the
 * permission is given only after that.
 */
export function useCamera(): { video: RefObject<HTMLVideoElement | null>; state: CameraState } {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("opening");
  useEffect(() => {
    let unmounted = false;
    let stream: MediaStream | undefined;
    const open = async () => {
      const opened = await openCamera();
      stream = opened;
      if (unmounted) return stop(opened);
      // A camera that is unplugged, or taken back in the browser's own bar, ends by itself.
      for (const track of opened.getTracks()) track.addEventListener("ended", () => setState("busy"));
      if (video.current === null) return;
      video.current.srcObject = opened;
      await video.current.play();
      setState("on");
    };
    open().catch((error: unknown) => unmounted || setState(cameraError(error)));
    return () => {
      unmounted = true;
      if (stream !== undefined) stop(stream);
    };
  }, []);
  return { video, state };
}

/** Browsers hide the camera altogether from a page that did not come over a safe connection. */
function openCamera(): Promise<MediaStream> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (mediaDevices === undefined) return Promise.reject(new DOMException("no camera", "NotFoundError"));
  const ideal = { width: { ideal: 1280 }, height: { ideal: 960 } };
  return mediaDevices.getUserMedia({ audio: false, video: { facingMode: "user", ...ideal } });
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function cameraError(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "none" : "busy";
}
