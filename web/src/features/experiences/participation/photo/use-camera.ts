import { type RefObject, useEffect, useRef, useState } from "react";

/** Why there is no camera image: permission denied, no camera, or the camera is in use. */
type CameraProblem = "refused" | "none" | "busy";
type CameraState = "opening" | "on" | CameraProblem;

/**
 * Shows the camera in a `<video>` while the component is mounted. Stops the camera on unmount, even if the permission
 * is granted later.
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
      if (unmounted) return stopStream(opened);
      // A camera ends on its own if it is unplugged or revoked in the browser bar.
      for (const track of opened.getTracks()) track.addEventListener("ended", () => setState("busy"));
      if (video.current === null) return;
      video.current.srcObject = opened;
      await video.current.play();
      setState("on");
    };
    open().catch((error: unknown) => unmounted || setState(cameraError(error)));
    return () => {
      unmounted = true;
      if (stream !== undefined) stopStream(stream);
    };
  }, []);
  return { video, state };
}

/** Browsers hide the camera from pages without a secure connection. */
function openCamera(): Promise<MediaStream> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (mediaDevices === undefined) return Promise.reject(new DOMException("no camera", "NotFoundError"));
  const ideal = { width: { ideal: 1280 }, height: { ideal: 960 } };
  return mediaDevices.getUserMedia({ audio: false, video: { facingMode: "user", ...ideal } });
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function cameraError(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "none" : "busy";
}
